import type { Finding } from './files.ts'

export interface Texts {
  readonly [key: string]: string | Texts
}

/** Every text exists in both languages, is not empty, and takes the same values. Korean has no separate singular. */
export function findLanguageGaps(languages: { en: Texts; ko: Texts }): Finding[] {
  const en = flatten(languages.en)
  const ko = flatten(languages.ko)
  const found: Finding[] = []
  for (const key of new Set([...en.keys(), ...ko.keys()])) {
    const english = en.get(key)
    const korean = ko.get(key)
    if (!english?.trim()) found.push(`${key} has no English text`)
    if (!korean?.trim() && !key.endsWith('_one')) found.push(`${key} has no Korean text`)
    if (english && korean && valuesOf(english) !== valuesOf(korean)) {
      found.push(
        `${key} takes ${valuesOf(english) || 'nothing'} in English and ${valuesOf(korean) || 'nothing'} in Korean`,
      )
    }
  }
  return found
}

function flatten(texts: Texts, path = ''): Map<string, string> {
  const flat = new Map<string, string>()
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') flat.set(path + key, value)
    else for (const [inner, text] of flatten(value, `${path}${key}.`)) flat.set(inner, text)
  }
  return flat
}

/** A value counts once per text, however often it occurs: plural forms may repeat it in one language only. */
const valuesOf = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ')
