import { redacted } from './redacted.ts'

const tail = '[^\\s"\'`<>()]*'
const host = '[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63}){1,8}'
/** With a scheme, with a host only, or a path. Every repetition is bounded, so long texts cost linear time. */
const url = new RegExp(
  [
    `[a-z][a-z0-9+.-]{1,20}:\\/\\/${tail}`,
    `(?<![\\p{L}\\p{N}.@-])(?:${host}|localhost)(?::\\d{1,5})?\\/${tail}`,
    `(?<![\\p{L}\\p{N}_/.])\\.{0,2}\\/${tail}`,
  ].join('|'),
  'giu',
)
const parts = /^((?:[a-z][a-z0-9+.-]{1,20}:)?\/\/)?(?:([^/?#]*)@)?([^/?#]*)(\/[^/?#]*)?(.*)$/isu
const ownScript = /^\/(?:assets\/[\w.-]{1,80}\.m?js|sdk\/voltline\.m?js)(?::\d{1,9}){0,2}$/
const plainSegment = /^\/[\w.~-]{0,31}$/

/** Keeps host and first path segment: the rest of a URL holds tokens, names and addresses. */
function redactUrl(text: string): string {
  const [, scheme = '', user, authority = '', segment = '', rest = ''] = parts.exec(text) ?? []
  const origin = `${scheme}${user === undefined ? '' : `${redacted}@`}${authority}`
  if (ownScript.test(segment + rest)) return `${origin}${segment}${rest}`
  const first = plainSegment.test(segment) || segment === '' ? segment : `/${redacted}`
  return `${origin}${first}${rest.length > 1 ? `${rest[0]}${redacted}` : rest}`
}

/** Takes the URLs out of a text, redacted, so that no other rule reads them; `restore` puts them back. */
export function withoutUrls(text: string): { text: string; restore: (text: string) => string } {
  const found: string[] = []
  const marked = text.replace(url, (address) => `\uE000${found.push(redactUrl(address)) - 1}\uE001`)
  const restore = (rest: string) =>
    rest.replace(/\uE000(\d+)\uE001/g, (_, index: string) => found[Number(index)] ?? '')
  return { text: marked, restore }
}
