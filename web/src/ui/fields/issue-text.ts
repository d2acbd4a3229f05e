import type { TextKey } from '../../i18n/keys.ts'

/** A text and what fills its placeholders. */
export interface IssueText {
  key: TextKey
  values?: Record<string, string | number>
}

/** What a schema reports about one value; the fields of zod's issues that are read here. */
export interface Issue {
  code: string
  path: readonly PropertyKey[]
  origin?: string | undefined
  minimum?: number | bigint | undefined
  maximum?: number | bigint | undefined
  params?: Record<string, unknown> | undefined
}

/** Rules that a form states itself, by the name in the issue's params. */
const ownTexts: Record<string, TextKey> = {
  email: 'ui.field.email',
  password: 'ui.field.password',
  passwordsDiffer: 'ui.field.passwordsDiffer',
  url: 'ui.field.url',
  minMax: 'ui.field.minMax',
  maximum: 'ui.field.maximum',
  oneDay: 'ad.schedule.oneDay',
  deviceId: 'operator.devices.idWrong',
  periodOrder: 'quality.corrections.order',
}

const figure = (limit: number | bigint | undefined): string => Number(limit).toLocaleString('en-US')

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || String(value).trim() === ''

/**
 * The message for a broken rule. Null for rules without a message of their own, such as forbidden characters: the
 * server refuses those.
 */
export function issueText(issue: Issue, value: unknown): IssueText | null {
  const own = ownTexts[String(issue.params?.text)]
  // A device id has one message, whatever is wrong with it.
  if (isBlank(value) && own !== 'operator.devices.idWrong') return { key: 'ui.field.required' }
  if (own === 'ui.field.maximum') return { key: own, values: { max: figure(Number(issue.params?.max)) } }
  if (own) return { key: own }
  const isText = issue.origin === 'string'
  if (issue.code === 'too_big') {
    return isText
      ? { key: 'ui.field.maxLength', values: { max: Number(issue.maximum) } }
      : { key: 'ui.field.maximum', values: { max: figure(issue.maximum) } }
  }
  if (issue.code === 'too_small' && issue.origin === 'number') {
    return { key: 'ui.field.minimum', values: { min: figure(issue.minimum) } }
  }
  if (issue.code === 'invalid_format' || issue.code === 'invalid_type') return { key: 'ui.field.numbersOnly' }
  return null
}
