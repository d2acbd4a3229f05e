import { type ChangeEvent, type FocusEvent, type FormEvent, type ReactNode, useState } from 'react'
import { contractErrors } from '../../ui/fields/contract-errors.tsx'

export type SigninValues = Record<'email' | 'pw', string>

const errorsOf = (values: SigninValues) => contractErrors((forms) => forms.signinForm, values)

/**
 * Behaves like `useContractForm`, for the two fields of the page that is opened first: without Mantine's form library,
 * which alone is a twentieth of what that page loads.
 */
export function useSigninForm(send: (values: SigninValues) => Promise<void>) {
  const [values, setValues] = useState<SigninValues>({ email: '', pw: '' })
  const [errors, setErrors] = useState<Record<string, ReactNode>>({})
  const [isSubmitting, setIsSubmitting] = useState(false)

  async function validateField(field: keyof SigninValues, input: HTMLInputElement): Promise<void> {
    const found = await errorsOf(values)
    // The person may have typed on while the schemas were loading.
    if (input.value === values[field]) setErrors((before) => ({ ...before, [field]: found[field] }))
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const found = await errorsOf(values)
    setErrors(found)
    const [first] = Object.keys(found)
    if (!first) return send({ ...values, email: values.email.trim() })
    form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  return {
    isSubmitting,
    fieldProps: (field: keyof SigninValues) => ({
      name: field,
      value: values[field],
      error: errors[field],
      onChange(event: ChangeEvent<HTMLInputElement>) {
        const { value } = event.currentTarget
        setValues((before) => ({ ...before, [field]: value }))
        setErrors((before) => ({ ...before, [field]: undefined }))
      },
      onBlur: (event: FocusEvent<HTMLInputElement>) => void validateField(field, event.currentTarget),
    }),
    handleSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      setIsSubmitting(true)
      void submit(event.currentTarget).finally(() => setIsSubmitting(false))
    },
  }
}
