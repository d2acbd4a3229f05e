import { redacted } from './redacted.ts'

const word = /[\p{L}\p{N}_$]+/gu
const secretName =
  /pw|pass|token|key|secret|code|auth|cookie|session|sig|account_?(?:number|num|no)|비밀번호|계좌_?번호/iu
/** Their values have several words. */
const lineName = /authorization|cookie/i
/** Written in two words. */
const accountNumber = /(account|계좌)[\s_-]{1,9}(?=number|num\b|no\b|번호)/giu

/** Whatever is neither letter nor digit separates, and the word "is"; U+E000 marks a URL, which is a value. */
const separators = /(?:[^\p{L}\p{N}\uE000]|\b(?:is|was|are|equals)\b)*/uy
const lineEnd = /[\n\v\f\r\u0085\u2028\u2029]|$/gu
const run = /\S+(?:[ \t]+\d[\d-]*)*/y
/** The parts of one name, such as `session-key` or `codes[0]`. */
const joined = /^[-.[\]]+$/
const continues = /["'`)\]}\s]*(?:[=:]|is\b)/y
const closers: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '‘': '’',
  '«': '»',
}

function matchAt(pattern: RegExp, text: string, from: number): string {
  pattern.lastIndex = from
  return pattern.exec(text)?.[0] ?? ''
}

function indexFrom(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}

/** A quote inside the value is followed by more of it; the closing one by a delimiter. */
function quotedEnd(text: string, from: number, close: string): number {
  for (let at = text.indexOf(close, from); at >= 0; at = text.indexOf(close, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text[at + 1] ?? '')) return at
  }
  return text.length
}

/** The end of a list or object that begins at `from`. */
function bracketEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if ('[{'.includes(text[at] ?? '')) depth++
    else if (']}'.includes(text[at] ?? '') && --depth === 0) return at
  }
  return text.length
}

/** An attribute such as `value="two words"` has its quote inside the run. */
function runEnd(text: string, from: number): number {
  const value = matchAt(run, text, from)
  const end = from + value.length
  const open = ['"', "'", '`'].find((quote) => value.split(quote).length % 2 === 0)
  return open ? quotedEnd(text, end, open) : end
}

function valueEnd(text: string, value: { name: string; separator: string; from: number }): number {
  const { name, separator, from } = value
  const list = /[=:]["'`\s]*[[{]/.exec(separator)
  if (list) return bracketEnd(text, from - separator.length + list.index + list[0].length - 1)
  const last = separator.at(-1) ?? ''
  const close = closers[last]
  if (close) return quotedEnd(text, from, close)
  if (last === '>') return Math.min(indexFrom(/<|$/g, text, from), indexFrom(lineEnd, text, from))
  return lineName.test(name) ? indexFrom(lineEnd, text, from) : runEnd(text, from)
}

/** Redacts the value after a name, and what follows if that was only a further part of the name. */
function skipValue(text: string, name: string, from: number): { written: string; end: number } {
  let written = ''
  let end = from
  for (;;) {
    const separator = matchAt(separators, text, end)
    const start = end + separator.length
    if (start >= text.length) return { written: written + separator, end: text.length }
    const next = Math.max(start, valueEnd(text, { name, separator, from: start }))
    written += `${separator}${redacted}`
    const isName =
      joined.test(separator) ||
      secretName.test(text.slice(start, next)) ||
      matchAt(continues, text, next) !== ''
    end = next
    if (!isName) return { written, end }
  }
}

/** Redacts every value that follows the name of a secret, whatever separates them. */
export function redactNamedValues(given: string): string {
  const text = given.replace(accountNumber, '$1_')
  let written = ''
  let at = 0
  for (;;) {
    word.lastIndex = at
    const found = word.exec(text)
    if (!found) return written + text.slice(at)
    const nameEnd = found.index + found[0].length
    written += text.slice(at, nameEnd)
    at = nameEnd
    if (!secretName.test(found[0])) continue
    const value = skipValue(text, found[0], nameEnd)
    written += value.written
    at = value.end
  }
}
