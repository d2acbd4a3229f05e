import type { Language } from '@voltline/contract'
import { useMemo } from 'react'
import { observable, useObservable } from '../browser/observable.ts'
import { readStored, storageKeys, store } from '../browser/storage.ts'
import { type Formats, formatsOf } from './format.ts'
import type { Namespace, TextKey } from './keys.ts'
import { chooseLanguage, languageCookie } from './language.ts'
import { type TextTree, textOf } from './text.ts'

export type Translate = (key: TextKey, values?: Record<string, string | number>) => string

export interface I18n extends Formats {
  t: Translate
  language: Language
  setLanguage(language: Language): Promise<void>
}

interface Catalogue {
  language: Language
  texts: Readonly<Record<string, TextTree>>
}

/** One file per language and namespace, so that a page downloads only the texts it shows. */
const files = import.meta.glob<Record<string, TextTree>>(['./{en,ko}/*.ts', '!./*/index.ts'])

/** Every page needs these. */
const shared: readonly Namespace[] = ['shell', 'ui']

const catalogue = observable<Catalogue>({ language: 'en', texts: {} })

async function load(language: Language, namespaces: readonly string[]): Promise<Record<string, TextTree>> {
  const loaded = await Promise.all(namespaces.map((name) => files[`./${language}/${name}.ts`]?.()))
  return Object.assign({}, ...loaded)
}

async function show(language: Language, namespaces: readonly string[]): Promise<void> {
  catalogue.set({ language, texts: await load(language, namespaces) })
  document.documentElement.lang = language
}

/** Adds the texts of a feature; the router calls it while the screen loads. */
export async function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  const { language, texts } = catalogue.get()
  const missing = namespaces.filter((name) => !(name in texts))
  if (missing.length === 0) return
  const added = await load(language, missing)
  const now = catalogue.get()
  // The language may have changed while the texts were loading.
  if (now.language !== language) return loadTexts(namespaces)
  catalogue.set({ language, texts: { ...now.texts, ...added } })
}

function mirrorInCookie(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = languageCookie(language)
}

export async function startI18n(): Promise<void> {
  const stored = readStored(storageKeys.language)
  const language = chooseLanguage(stored, navigator.languages)
  if (stored === language) mirrorInCookie(language)
  await show(language, shared)
}

/** Changes every text on the page at once and remembers the choice. */
async function setLanguage(language: Language): Promise<void> {
  store(storageKeys.language, language)
  mirrorInCookie(language)
  await show(language, Object.keys(catalogue.get().texts))
}

const translateBy =
  ({ language, texts }: Catalogue): Translate =>
  (key, values) =>
    textOf(texts, key, language, values)

/** For code outside components, such as the alert after a failed call. */
export const translate: Translate = (key, values) => translateBy(catalogue.get())(key, values)

export function useI18n(): I18n {
  const current = useObservable(catalogue)
  return useMemo(
    () => ({
      t: translateBy(current),
      language: current.language,
      setLanguage,
      ...formatsOf(current.language),
    }),
    [current],
  )
}
