import { defaultLanguage, type Language, languages } from '@voltline/contract'

/** The browser mirrors its stored choice into this cookie, so that the first byte is in the right language. */
export const languageCookie = 'lang'

const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text)

/** An explicit `?lang=` wins, then the remembered choice, then what the browser asks for, then English. */
export function pickLanguage(asked: {
  query: unknown
  cookieHeader: string | undefined
  acceptLanguage: string | undefined
}): Language {
  if (isLanguage(asked.query)) return asked.query
  return (
    languageOfCookie(asked.cookieHeader ?? '') ??
    languageOfBrowser(asked.acceptLanguage ?? '') ??
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

/** The most wanted language that we have; between equals the one named first. `q=0` means "not this one". */
function languageOfBrowser(header: string): Language | undefined {
  let best: { language: Language; quality: number } | undefined
  for (const range of header.split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const language = tag.split('-')[0]
    const quality = qualityOf(parameters)
    if (!isLanguage(language) || quality <= (best?.quality ?? 0)) continue
    best = { language, quality }
  }
  return best?.language
}

function qualityOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  if (given === undefined) return 1
  const quality = Number(given.slice(2))
  return quality >= 0 && quality <= 1 ? quality : 0
}
