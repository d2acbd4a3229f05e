import { adminSignin } from '@voltline/contract'
import { send } from '../../api/send.ts'
import { operatorLanding } from '../../api/session/return-url.ts'
import { keepOperator } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import classes from './account.module.css'
import { SigninForm } from './signin-form.tsx'

export function OperatorSignin() {
  const { t } = useI18n()
  async function handleSubmit(values: { email: string; pw: string }) {
    const answer = await send(adminSignin, values)
    if (!answer) return
    keepOperator({ accessToken: answer.accessToken, user: answer.user })
    location.replace(operatorLanding(new URLSearchParams(location.search).get('returnURL')))
  }
  return (
    <>
      <SigninForm
        title={t('account.operatorSignin.title')}
        lead={t('account.operatorSignin.lead')}
        onSubmit={handleSubmit}
      />
      <p className={classes.below}>
        <a href="/signin">{t('account.operatorSignin.customers')}</a>
      </p>
    </>
  )
}
