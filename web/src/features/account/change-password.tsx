import './account.css'
import { changePassword } from '@voltline/contract'
import { useNavigate } from 'react-router'
import { useCall } from '../../api/hooks.ts'
import { myPageOf } from '../../api/return-url.ts'
import { currentSession } from '../../api/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { PasswordField } from '../../ui/fields.tsx'
import { useFields } from '../../ui/form.ts'
import { PageHead } from '../../ui/page.tsx'
import { Card } from '../../ui/parts.tsx'
import { useToast } from '../../ui/toast.tsx'
import { checked, password, required, sameAs } from '../../ui/validate.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

export function ChangePassword() {
  const { t } = useI18n()
  const toast = useToast()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const change = useCall(changePassword)
  const form = useFields(
    { oldPw: '', newPw: '', again: '' },
    {
      oldPw: (value) => checked(value, required, password),
      newPw: (value) => checked(value, required, password),
      again: (value, { newPw }) => checked(value, required, sameAs(newPw)),
    },
  )
  async function handleSubmit({ oldPw, newPw }: { oldPw: string; newPw: string }) {
    const sure = await confirm({
      title: t('account.changePassword.question'),
      effect: t('account.changePassword.effect'),
      verb: t('account.changePassword.verb'),
    })
    if (!sure || !(await change.run({ oldPw, newPw }))) return
    toast(t('account.myPage.modified'))
    const type = currentSession()?.user.Type
    await navigate(type ? myPageOf(type) : '/signin')
  }
  return (
    <>
      <PageHead title={t('account.changePassword.title')} facts={t('account.changePassword.lead')} />
      <div className="my-page">
        <Card pad="form">
          <form className="form" noValidate onSubmit={form.submit(handleSubmit)}>
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
            <div className="account-foot">
              <Button kind="primary" type="submit" pending={change.pending}>
                {t('account.changePassword.submit')}
              </Button>
            </div>
          </form>
        </Card>
      </div>
    </>
  )
}
