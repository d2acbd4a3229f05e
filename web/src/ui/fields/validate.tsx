import { isEmail, isFullUrl, isPassword } from '@voltline/contract'
import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import type { TextKey } from '../../i18n/keys.ts'

/** Why a value is not taken: a text and what fills its placeholders. */
export interface Problem {
  key: TextKey
  values?: Record<string, string | number>
}
export type Rule = (value: string) => Problem | null

const unless = (holds: boolean, key: TextKey, values?: Problem['values']): Problem | null =>
  holds ? null : { key, ...(values ? { values } : {}) }

export const required: Rule = (value) => unless(value.trim() !== '', 'ui.field.required')
export const email: Rule = (value) => unless(isEmail(value.trim()), 'ui.field.email')
export const password: Rule = (value) => unless(isPassword(value), 'ui.field.password')
export const digits: Rule = (value) => unless(/^\d*$/.test(value), 'ui.field.numbersOnly')
export const fullUrl: Rule = (value) => unless(isFullUrl(value.trim()), 'ui.field.url')
export const sameAs =
  (other: string): Rule =>
  (value) =>
    unless(value === other, 'ui.field.passwordsDiffer')
export const maxLength =
  (max: number): Rule =>
  (value) =>
    unless(value.trim().length <= max, 'ui.field.maxLength', { max })

/** The first rule that a value breaks. */
export function firstProblem(value: string, rules: readonly Rule[]): Problem | null {
  for (const rule of rules) {
    const problem = rule(value)
    if (problem) return problem
  }
  return null
}

/** A message that follows the language also after it has appeared. */
function Says({ problem }: { problem: Problem }) {
  const { t } = useI18n()
  return t(problem.key, problem.values)
}

/** For a form's `validate`: the message of the first broken rule, or null. */
export function checked(value: string, ...rules: readonly Rule[]): ReactNode {
  const problem = firstProblem(value, rules)
  return problem ? <Says problem={problem} /> : null
}

/** A whole number that must be there and lie between two others. */
export function checkedNumber(value: number | string, range: { min: number; max: number }): ReactNode {
  const problem = numberProblem(value, range)
  return problem ? <Says problem={problem} /> : null
}

export function numberProblem(value: number | string, range: { min: number; max: number }): Problem | null {
  const text = String(value).trim()
  if (text === '') return { key: 'ui.field.required' }
  // What is too long to be a number of the language stays text, and is compared as what it says.
  if (!/^-?\d+$/.test(text)) return { key: 'ui.field.numbersOnly' }
  const figure = (limit: number) => limit.toLocaleString('en-US')
  if (BigInt(text) < BigInt(range.min)) return { key: 'ui.field.minimum', values: { min: figure(range.min) } }
  if (BigInt(text) > BigInt(range.max)) return { key: 'ui.field.maximum', values: { max: figure(range.max) } }
  return null
}

/** At least one is chosen. */
export const checkedSome = (values: readonly string[]): ReactNode =>
  values.length === 0 ? <Says problem={{ key: 'ui.field.required' }} /> : null

/** A message for a rule across fields. */
export const says = (problem: Problem): ReactNode => <Says problem={problem} />
