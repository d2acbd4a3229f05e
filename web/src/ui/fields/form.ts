import { useForm } from '@mantine/form'
import type { FormEvent, ReactNode } from 'react'

/** By field, in the order of the screen: what is wrong with a value, seen together with the others. */
export type FieldRules<V> = { [K in keyof V]?: (value: V[K], values: V) => ReactNode }

function errorsOf<V extends Record<string, unknown>>(
  values: V,
  rules: FieldRules<V>,
): Record<string, ReactNode> {
  const errors: Record<string, ReactNode> = {}
  for (const name of Object.keys(rules)) {
    const error = rules[name]?.(values[name] as V[string], values)
    if (error) errors[name] = error
  }
  return errors
}

/** A form that checks a field when it is left and all of them on submit, then goes to the first wrong one. */
export function useFields<V extends Record<string, unknown>>(initial: V, rules: FieldRules<V>) {
  const form = useForm<V>({
    mode: 'controlled',
    initialValues: initial,
    validate: (values) => errorsOf(values, rules),
    validateInputOnBlur: true,
  })
  const submit = (send: (values: V) => unknown) => {
    const handle = form.onSubmit(
      (values) => void send(values),
      (errors) => {
        const [first] = Object.keys(errors)
        if (first) form.getInputNode(first)?.focus()
      },
    )
    return (event: FormEvent<HTMLFormElement>) => handle(event)
  }
  return { ...form, submit }
}
