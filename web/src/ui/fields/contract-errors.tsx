import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { type Issue, type IssueText, issueText } from './issue-text.ts'

/** The part of a zod schema that is used here. */
interface Schema {
  safeParse(values: unknown): { error?: { issues: readonly Issue[] } | undefined }
}
type Forms = typeof import('@voltline/contract/forms')
/** A schema of the contract, or one that depends on other values of the form. */
type FormSchema<V> = Schema | ((values: V) => Schema)
export type PickSchema<V> = (forms: Forms) => FormSchema<V>

/** Follows the language also after it has appeared. */
function Message({ text }: { text: IssueText }) {
  const { t } = useI18n()
  return t(text.key, text.values)
}

/**
 * The first error of each field by a schema of `@voltline/contract/forms`. The schemas are loaded at the first
 * validation, so that a page does not wait for them.
 */
export async function contractErrors<V extends Record<string, unknown>>(
  pick: PickSchema<V>,
  values: V,
): Promise<Record<string, ReactNode>> {
  const schema = pick(await import('@voltline/contract/forms'))
  const { error } = (typeof schema === 'function' ? schema(values) : schema).safeParse(values)
  const errors: Record<string, ReactNode> = {}
  for (const issue of error?.issues ?? []) {
    const field = String(issue.path[0])
    const text = issueText(issue, values[field])
    if (text && !errors[field]) errors[field] = <Message text={text} />
  }
  return errors
}
