import { dictionary } from '@zxcvbn-ts/language-common'

/** The most common passwords of public leaks, all in lower case. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

const leading = /^[\p{P}\p{S}]+/u
const trailing = /[\p{P}\p{S}]+$/u

/** `Password1!` counts as `password1`: a mark before or after a word makes nobody's guess harder. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const ending = lower.replace(leading, '')
  const forms = [lower, ending, lower.replace(trailing, ''), ending.replace(trailing, '')]
  return forms.some((form) => common.has(form))
}
