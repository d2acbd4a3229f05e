import type { ComponentProps } from 'react'
import { useI18n } from '../../../i18n/i18n.ts'
import { PasswordField } from '../../../ui/fields/password-field.tsx'

type Bound = Omit<ComponentProps<typeof PasswordField>, 'label'>

/** A password being set, typed twice. */
export function NewPasswordFields(props: { label: string; first: Bound; again: Bound }) {
  const { t } = useI18n()
  return (
    <>
      <PasswordField
        label={props.label}
        required
        hint={t('account.passwordHint')}
        autoComplete="new-password"
        {...props.first}
      />
      <PasswordField
        label={t('account.passwordAgain')}
        required
        autoComplete="new-password"
        {...props.again}
      />
    </>
  )
}
