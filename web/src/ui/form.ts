import { type FormRules, useForm } from '@mantine/form'
import type { FormEvent } from 'react'

/** A form that checks a field when it is left and all of them on submit, then goes to the first wrong one. */
export function useFields<V extends Record<string, unknown>>(initial: V, rules: FormRules<V, V>) {
  const form = useForm<V>({
    mode: 'controlled',
    initialValues: initial,
    validate: rules,
    validateInputOnBlur: true,
  })
  const submit =
    (send: (values: V) => unknown) =>
    (event: FormEvent<HTMLFormElement>): void =>
      form.onSubmit(
        (values) => void send(values),
        (errors) => {
          const [first] = Object.keys(errors)
          if (first) form.getInputNode(first)?.focus()
        },
      )(event)
  return { ...form, submit }
}
