import { useForm } from '@mantine/form'
import type { FormEvent, ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { type Issue, type IssueText, issueText } from './issue-text.ts'

/** The part of a zod schema that is used here. */
interface Schema {
  safeParse(values: unknown): { error?: { issues: readonly Issue[] } | undefined }
}
type Forms = typeof import('@voltline/contract/forms')
/** A schema of the contract, or one that depends on other values of the form. */
type FormSchema<V> = Schema | ((values: V) => Schema)

/** Follows the language also after it has appeared. */
function Message({ text }: { text: IssueText }) {
  const { t } = useI18n()
  return t(text.key, text.values)
}

function errorsOf<V extends Record<string, unknown>>(schema: FormSchema<V>, values: V) {
  const { error } = (typeof schema === 'function' ? schema(values) : schema).safeParse(values)
  const errors: Record<string, ReactNode> = {}
  for (const issue of error?.issues ?? []) {
    const field = String(issue.path[0])
    const text = issueText(issue, values[field])
    if (text && !errors[field]) errors[field] = <Message text={text} />
  }
  return errors
}

export type ContractForm<V extends Record<string, unknown>> = ReturnType<typeof useForm<V>> & {
  /** For `onSubmit`: validates, then sends the values or focuses the first invalid field. */
  submit: (send: (values: V) => unknown) => (event: FormEvent<HTMLFormElement>) => void
  /** Validates some fields and focuses the first invalid one; true when all are valid. */
  checkFields: (fields: readonly (keyof V & string)[]) => Promise<boolean>
}

/**
 * A Mantine form whose rules are a schema of `@voltline/contract/forms`. A field is validated when it loses focus,
 * all of them on submit. The schemas are loaded at the first validation, so that a page does not wait for them.
 *
 *     const form = useContractForm((forms) => forms.nameForm, { firstName: '', lastName: '' })
 */
export function useContractForm<V extends Record<string, unknown>>(
  pick: (forms: Forms) => FormSchema<V>,
  initialValues: V,
): ContractForm<V> {
  const form = useForm<V>({
    mode: 'controlled',
    initialValues,
    validateInputOnBlur: true,
    validate: async (values) => errorsOf(pick(await import('@voltline/contract/forms')), values),
  })
  return {
    ...form,
    submit: (send) =>
      form.onSubmit(
        async (values) => {
          await send(values)
        },
        (errors) => {
          const [first] = Object.keys(errors)
          if (first) form.getInputNode(first)?.focus()
        },
      ),
    async checkFields(fields) {
      const results = await Promise.all(fields.map(async (field) => await form.validateField(field)))
      const first = fields[results.findIndex((result) => result.hasError)]
      if (first) form.getInputNode(first)?.focus()
      return first === undefined
    },
  }
}
