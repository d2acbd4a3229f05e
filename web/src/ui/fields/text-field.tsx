import { TextInput, type TextInputProps } from '@mantine/core'
import { type FieldProps, fieldProps } from './field-props.tsx'

export function TextField(props: FieldProps<TextInputProps>) {
  const { rest, field } = fieldProps(props)
  return <TextInput {...rest} {...field} />
}
