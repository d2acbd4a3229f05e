import { Checkbox, type CheckboxProps } from '@mantine/core'

export function CheckField(props: Omit<CheckboxProps, 'description'>) {
  return <Checkbox {...props} />
}
