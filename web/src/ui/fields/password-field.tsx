import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { type FieldProps, fieldProps } from './field-props.tsx'

export function PasswordField(props: FieldProps<PasswordInputProps>) {
  const { t } = useI18n()
  const { rest, field } = fieldProps(props)
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      {...rest}
      {...field}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleIcon={({ reveal }) =>
        reveal ? <IconEyeOff size={18} stroke={1.75} /> : <IconEye size={18} stroke={1.75} />
      }
      visibilityToggleButtonProps={{ 'aria-label': t(visible ? 'ui.hidePassword' : 'ui.showPassword') }}
    />
  )
}
