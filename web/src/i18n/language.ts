import { defaultLanguage, type Language, languages } from '@voltline/contract'

/** The stored choice, else Korean for a Korean browser, else English. */
export function chooseLanguage(stored: string | null, browser: readonly string[]): Language {
  const kept = languages.find((language) => language === stored)
  if (kept) return kept
  return browser[0]?.toLowerCase().startsWith('ko') ? 'ko' : defaultLanguage
}

/** The public pages are chosen by the server, which reads the choice from this cookie. */
export const languageCookie = (language: Language): string =>
  `lang=${language}; Path=/; Max-Age=31536000; SameSite=Lax`
