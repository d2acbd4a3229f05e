import { confirmPw } from '@voltline/contract'
import { type FormEvent, useState } from 'react'
import { api, CallTrouble } from '../../api/client.ts'
import { tellTrouble } from '../../api/trouble.ts'
import { translate, useI18n } from '../../i18n/i18n.ts'
import { Button } from '../controls/button.tsx'
import { PasswordField } from '../fields/password-field.tsx'
import shared from '../theme/shared.module.css'
import dialogsClasses from './dialogs.module.css'
import { openDialog } from './dialogs.tsx'

/** `wrong` carries the text for the field; `left` means the page has moved on. */
type Attempt = { outcome: 'confirmed' } | { outcome: 'wrong'; text: string } | { outcome: 'left' }

async function attempt(pw: string): Promise<Attempt> {
  try {
    await api(confirmPw, { pw })
    return { outcome: 'confirmed' }
  } catch (error) {
    const trouble = error instanceof CallTrouble ? error.trouble : null
    if (trouble?.kind === 'refused' || trouble?.kind === 'rejected') {
      return { outcome: 'wrong', text: translate(`errors.${trouble.code}`) }
    }
    tellTrouble(error)
    return { outcome: 'left' }
  }
}

function PasswordForm(props: { reason: string; onResult: (confirmed: boolean) => void }) {
  const { t } = useI18n()
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [pending, setPending] = useState(false)
  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    if (password === '') return setError(t('ui.field.required'))
    setPending(true)
    const result = await attempt(password)
    setPending(false)
    if (result.outcome === 'wrong') setError(result.text)
    else props.onResult(result.outcome === 'confirmed')
  }
  return (
    <form className={shared.form} noValidate onSubmit={handleSubmit}>
      <p className={`${shared.quiet} ${dialogsClasses.why}`}>{props.reason}</p>
      <PasswordField
        label={t('ui.password.label')}
        required
        data-autofocus
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={(event) => {
          setPassword(event.currentTarget.value)
          setError('')
        }}
      />
      <div className={dialogsClasses.foot}>
        <Button kind="quiet" onClick={() => props.onResult(false)}>
          {t('ui.cancel')}
        </Button>
        <Button kind="primary" type="submit" pending={pending}>
          {t('ui.password.confirm')}
        </Button>
      </div>
    </form>
  )
}

/** Asks for the account's password; true once the server has confirmed it for this session. */
export const confirmPassword = (reason?: string): Promise<boolean> =>
  openDialog(translate('ui.password.title'), false, (close) => (
    <PasswordForm reason={reason ?? translate('ui.password.why')} onResult={close} />
  ))
