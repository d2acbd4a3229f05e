import type { Language } from '@voltline/contract'
import i18next, { type i18n } from 'i18next'
import { useMemo } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { readStored, storageKeys, store } from '../browser/storage.ts'
import { type Formats, formatsOf } from './format.ts'
import type { TextKey } from './keys.ts'
import { chooseLanguage, languageCookie } from './language.ts'

/** Each language is a file of its own, so nobody downloads the other one. */
const load: Record<Language, () => Promise<object>> = {
  en: async () => (await import('./en/index.ts')).en,
  ko: async () => (await import('./ko/index.ts')).ko,
}

export type Translate = (key: TextKey, values?: Record<string, string | number>) => string

export interface I18n extends Formats {
  t: Translate
  language: Language
  setLanguage(language: Language): Promise<void>
}

function mirrorInCookie(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = languageCookie(language)
}

async function show(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await load[language]())
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

export async function startI18n(): Promise<void> {
  const stored = readStored(storageKeys.language)
  const language = chooseLanguage(stored, navigator.languages)
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: {},
    fallbackLng: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    react: { useSuspense: false },
  })
  if (stored === language) mirrorInCookie(language)
  await show(language)
}

/** Changes every text on the page at once and remembers the choice. */
async function setLanguage(language: Language): Promise<void> {
  store(storageKeys.language, language)
  mirrorInCookie(language)
  await show(language)
}

const translateBy =
  (instance: i18n): Translate =>
  (key, values) =>
    instance.t(key, values ?? {})

/** For code outside components, such as the alert after a failed call. */
export const translate: Translate = translateBy(i18next)

export function useI18n(): I18n {
  const { i18n: instance } = useTranslation()
  const language: Language = instance.language === 'ko' ? 'ko' : 'en'
  return useMemo(
    () => ({ t: translateBy(instance), language, setLanguage, ...formatsOf(language) }),
    [instance, language],
  )
}
