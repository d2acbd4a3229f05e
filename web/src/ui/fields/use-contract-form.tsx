import { useForm } from '@mantine/form'
import type { FormEvent } from 'react'
import { contractErrors, type PickSchema } from './contract-errors.tsx'

export type ContractForm<V extends Record<string, unknown>> = ReturnType<typeof useForm<V>> & {
  /** For `onSubmit`: validates, then sends the values or focuses the first invalid field. */
  submit: (send: (values: V) => unknown) => (event: FormEvent<HTMLFormElement>) => void
  /** Validates some fields and focuses the first invalid one; true when all are valid. */
  checkFields: (fields: readonly (keyof V & string)[]) => Promise<boolean>
}

/**
 * A Mantine form whose rules are a schema of `@voltline/contract/forms`. A field is validated when it loses focus,
 * all of them on submit.
 *
 *     const form = useContractForm((forms) => forms.nameForm, { firstName: '', lastName: '' })
 */
export function useContractForm<V extends Record<string, unknown>>(
  pick: PickSchema<V>,
  initialValues: V,
): ContractForm<V> {
  const form = useForm<V>({
    mode: 'controlled',
    initialValues,
    validateInputOnBlur: true,
    validate: (values) => contractErrors(pick, values),
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
