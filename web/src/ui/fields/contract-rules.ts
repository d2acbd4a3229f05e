import type { Call, FieldRule } from '@voltline/contract'
import type { TextKey } from '../../i18n/keys.ts'
import type { FieldRules } from './form.ts'
import { type Problem, says } from './validate.tsx'

/** What this file reads of a schema issue. */
interface Issue {
  code: string
  path: PropertyKey[]
  origin?: string
  minimum?: number | bigint
  maximum?: number | bigint
  params?: { rule?: FieldRule } | undefined
}

const textOf: Record<FieldRule, TextKey> = {
  required: 'ui.field.required',
  email: 'ui.field.email',
  password: 'ui.field.password',
  url: 'ui.field.url',
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** The text for an issue of the contract's schema, or null for a rule that no text explains: the server refuses it. */
export function problemOf(issue: Issue, value: unknown): Problem | null {
  const limit = (figure: number | bigint | undefined) => Number(figure).toLocaleString('en-US')
  if (isBlank(value)) return { key: 'ui.field.required' }
  if (issue.params?.rule) return { key: textOf[issue.params.rule] }
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { key: 'ui.field.maxLength', values: { max: Number(issue.maximum) } }
  if (issue.code === 'too_big') return { key: 'ui.field.maximum', values: { max: limit(issue.maximum) } }
  if (issue.code === 'too_small') return { key: 'ui.field.minimum', values: { min: limit(issue.minimum) } }
  return issue.code === 'custom' ? null : { key: 'ui.field.numbersOnly' }
}

/**
 * The rules of a form's fields, from the input schema of the call that the form sends. `fields` are in the order of the
 * screen. `toInput` is for a form whose values differ from the call's input; fields that the form lacks are not checked.
 */
export function contractRules<V extends Record<string, unknown>>(
  { input }: Call,
  fields: readonly (keyof V & string)[],
  toInput: (values: V) => unknown = (values) => values,
): FieldRules<V> {
  const rules: FieldRules<V> = {}
  for (const field of fields) {
    rules[field] = (value, values) => {
      const issues: readonly Issue[] = input.safeParse(toInput(values)).error?.issues ?? []
      const issue = issues.find(({ path }) => path[0] === field)
      const problem = issue ? problemOf(issue, value) : null
      return problem ? says(problem) : null
    }
  }
  return rules
}
