import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export interface FieldText {
  label: string
  /** Below the input; an error replaces it. */
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
}
export type FieldProps<P> = Omit<P, keyof FieldText | 'description'> & FieldText

export function fieldProps<P extends FieldText>(props: P) {
  const { label, hint, error, required = false, ...rest } = props
  const message = error ? (
    <>
      <IconAlertCircle size={14} stroke={1.75} aria-hidden="true" />
      <span>{error}</span>
    </>
  ) : undefined
  return {
    rest,
    field: {
      label,
      withAsterisk: required,
      'aria-required': required,
      description: error ? undefined : hint,
      error: message,
      errorProps: { role: 'alert' },
      inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
        | 'label'
        | 'input'
        | 'description'
        | 'error'
      )[],
    },
  }
}
