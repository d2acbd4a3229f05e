import './account.css'
import { resetPassword } from '@voltline/contract'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useCall } from '../../api/hooks.ts'
import { dropSession } from '../../api/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useAlert } from '../../ui/dialogs.tsx'
import { useFields } from '../../ui/form.ts'
import { useTitle } from '../../ui/page.tsx'
import { useToast } from '../../ui/toast.tsx'
import { checked, password, required, sameAs } from '../../ui/validate.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useTokenCheck } from './token-check.ts'

const failedPage = '/failed-authentication'

export function ResetPassword() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const state = useTokenCheck(token)
  if (state === 'checking') return null
  if (state === 'bad') return <Navigate to={failedPage} replace />
  return <NewPassword token={token} />
}

function NewPassword({ token }: { token: string }) {
  const { t } = useI18n()
  const alert = useAlert()
  const toast = useToast()
  const navigate = useNavigate()
  useTitle(t('account.reset.title'))
  const reset = useCall(resetPassword, {
    onRefusal(code) {
      if (code === 'TRYAGAIN_LATER') return false
      void alert({ title: t('account.reset.failed'), text: t(`errors.${code}`) })
      void navigate(failedPage, { replace: true })
      return true
    },
  })
  const form = useFields(
    { pw: '', again: '' },
    {
      pw: (value) => checked(value, required, password),
      again: (value, { pw }) => checked(value, required, sameAs(pw)),
    },
  )
  async function handleSubmit({ pw }: { pw: string }) {
    if (!(await reset.run({ token, pw }))) return
    // Every session of the account has ended, this browser's too.
    dropSession()
    toast(t('account.reset.success'))
    await navigate('/signin', { replace: true })
  }
  return (
    <div className="card account-card">
      <h1>{t('account.reset.title')}</h1>
      <form className="form" noValidate onSubmit={form.submit(handleSubmit)}>
        <NewPasswordFields
          label={t('account.newPassword')}
          first={form.getInputProps('pw')}
          again={form.getInputProps('again')}
        />
        <Button kind="primary" size="lg" type="submit" fullWidth pending={reset.pending}>
          {t('account.reset.submit')}
        </Button>
      </form>
    </div>
  )
}
