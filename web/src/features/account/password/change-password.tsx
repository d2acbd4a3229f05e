import { changePassword } from '@voltline/contract'
import { useNavigate } from 'react-router'
import { useContractMutation } from '../../../api/mutation.ts'
import { myPageOf } from '../../../api/session/return-url.ts'
import { currentSession } from '../../../api/session/session.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { askConfirm } from '../../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../../ui/dialogs/toast.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { useContractForm } from '../../../ui/fields/use-contract-form.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { PageHead } from '../../../ui/page/page.tsx'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../account.module.css'
import { NewPasswordFields } from './new-password-fields.tsx'

export function ChangePassword() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const change = useContractMutation(changePassword)
  const form = useContractForm((forms) => forms.changePasswordForm, { oldPw: '', newPw: '', again: '' })
  async function handleSubmit({ oldPw, newPw }: { oldPw: string; newPw: string }) {
    const sure = await askConfirm({
      title: t('account.changePassword.question'),
      effect: t('account.changePassword.effect'),
      verb: t('account.changePassword.verb'),
    })
    if (!sure || !(await change.send({ oldPw, newPw }))) return
    showToast(t('account.myPage.modified'))
    const type = currentSession()?.user.Type
    await navigate(type ? myPageOf(type) : '/signin')
  }
  return (
    <>
      <PageHead title={t('account.changePassword.title')} facts={t('account.changePassword.lead')} />
      <div className={classes.myPage}>
        <Card pad="form">
          <form className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
            <PasswordField
              label={t('account.currentPassword')}
              required
              autoComplete="current-password"
              {...form.getInputProps('oldPw')}
            />
            <NewPasswordFields
              label={t('account.newPassword')}
              first={form.getInputProps('newPw')}
              again={form.getInputProps('again')}
            />
            <div className={classes.foot}>
              <Button kind="primary" type="submit" pending={change.isPending}>
                {t('account.changePassword.submit')}
              </Button>
            </div>
          </form>
        </Card>
      </div>
    </>
  )
}
