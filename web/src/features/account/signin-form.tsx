import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import cardClasses from '../../ui/page/card.module.css'
import { useTitle } from '../../ui/page/page.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './account.module.css'
import { type SigninValues, useSigninForm } from './use-signin-form.ts'

/** E-mail and password, for customers and for operators. */
export function SigninForm(props: {
  title: string
  lead?: string
  onSubmit: (values: SigninValues) => Promise<void>
  children?: ReactNode
}) {
  const { t } = useI18n()
  useTitle(props.title)
  const form = useSigninForm(props.onSubmit)
  return (
    <div className={`${cardClasses.card} ${classes.card}`}>
      <h1>{props.title}</h1>
      {props.lead ? <p className={shared.quiet}>{props.lead}</p> : null}
      <form className={shared.form} noValidate onSubmit={form.handleSubmit}>
        <TextField
          label={t('account.email')}
          required
          type="email"
          autoComplete="username"
          {...form.fieldProps('email')}
        />
        <PasswordField
          label={t('account.password')}
          required
          autoComplete="current-password"
          {...form.fieldProps('pw')}
        />
        <Button kind="primary" size="lg" type="submit" fullWidth pending={form.isSubmitting}>
          {t('account.signin.submit')}
        </Button>
      </form>
      {props.children}
    </div>
  )
}
