import { redactNamedValues } from './named-values.ts'
import { plainText } from './plain-text.ts'
import { redacted } from './redacted.ts'
import { withoutUrls } from './urls.ts'

const readCharsMax = 8_000
const writtenCharsMax = 2_000

const scheme = /\b(Bearer|Basic|Digest|Negotiate)\s+\S+/gi
const email = /(?:"[^"\n]{1,64}"|[^\s"'`<>()[\]{},;:=@\uE000\uE001]{1,64})@[^\s"'`<>()[\]{},;:=@\uE000]+/gu
/** Our tokens and keys are long runs of these characters; words are not. */
const longRun = /[A-Za-z0-9_-]{32,}/g
const query = /\?[^\s)'"\uE000]+/g
/** Line breaks of every kind, and whatever a terminal may obey. */
const control = /[\p{Cc}\u2028\u2029]/gu

const escaped = (character: string): string =>
  character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Untrusted text on one line, shortened, with everything removed that may be a secret. */
export function redactedText(given: string): string {
  const { text, restore } = withoutUrls(plainText(given.slice(0, readCharsMax)))
  const safe = redactNamedValues(text)
    .replace(scheme, `$1 ${redacted}`)
    .replace(email, redacted)
    .replace(query, `?${redacted}`)
    .replace(longRun, redacted)
  return restore(safe).slice(0, writtenCharsMax).replace(control, escaped)
}
