import { defaultLanguage, type Language, languages } from '@voltline/contract'
import Negotiator from 'negotiator'

/** The browser copies its stored choice into this cookie, so that the first page is in the right language. */
export const languageCookie = 'lang'

const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text)

/** In order: an explicit `?lang=`, the stored choice, the browser's preference, English. */
export function pickLanguage(request: {
  query: unknown
  cookieHeader: string | undefined
  acceptLanguage: string | undefined
}): Language {
  if (isLanguage(request.query)) return request.query
  return (
    languageOfCookie(request.cookieHeader ?? '') ??
    languageOfBrowser(request.acceptLanguage ?? '') ??
    defaultLanguage
  )
}

function languageOfCookie(header: string): Language | undefined {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals === -1 || pair.slice(0, equals).trim() !== languageCookie) continue
    const value = pair.slice(equals + 1).trim()
    if (isLanguage(value)) return value
  }
  return undefined
}

function languageOfBrowser(header: string): Language | undefined {
  const preferred = new Negotiator({ headers: { 'accept-language': header } }).language([...languages])
  return isLanguage(preferred) ? preferred : undefined
}
