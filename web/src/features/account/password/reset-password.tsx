import { resetPassword } from '@voltline/contract'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useContractMutation } from '../../../api/mutation.ts'
import { dropSession } from '../../../api/session/session.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showAlert } from '../../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../../ui/dialogs/toast.tsx'
import { useContractForm } from '../../../ui/fields/use-contract-form.tsx'
import cardClasses from '../../../ui/page/card.module.css'
import { useTitle } from '../../../ui/page/page.tsx'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../account.module.css'
import { useTokenCheck } from '../token-check.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

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
  const navigate = useNavigate()
  useTitle(t('account.reset.title'))
  const reset = useContractMutation(resetPassword, {
    onRefusal(code) {
      if (code === 'TRYAGAIN_LATER') return false
      void showAlert({ title: t('account.reset.failed'), text: t(`errors.${code}`) })
      void navigate(failedPage, { replace: true })
      return true
    },
  })
  const form = useContractForm((forms) => forms.resetPasswordForm, { pw: '', again: '' })
  async function handleSubmit({ pw }: { pw: string }) {
    if (!(await reset.send({ token, pw }))) return
    // Every session of the account has ended, this browser's too.
    dropSession()
    showToast(t('account.reset.success'))
    await navigate('/signin', { replace: true })
  }
  return (
    <div className={`${cardClasses.card} ${classes.card}`}>
      <h1>{t('account.reset.title')}</h1>
      <form className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
        <NewPasswordFields
          label={t('account.newPassword')}
          first={form.getInputProps('pw')}
          again={form.getInputProps('again')}
        />
        <Button kind="primary" size="lg" type="submit" fullWidth pending={reset.isPending}>
          {t('account.reset.submit')}
        </Button>
      </form>
    </div>
  )
}
