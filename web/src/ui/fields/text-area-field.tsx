import { Textarea, type TextareaProps } from '@mantine/core'
import { type FieldProps, fieldProps } from './field-props.tsx'

export function TextAreaField(props: FieldProps<TextareaProps>) {
  const { rest, field } = fieldProps(props)
  return <Textarea {...rest} {...field} />
}
