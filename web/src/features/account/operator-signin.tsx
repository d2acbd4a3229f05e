import './account.css'
import { adminSignin } from '@voltline/contract'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useContractMutation } from '../../api/mutation.ts'
import { operatorLanding } from '../../api/return-url.ts'
import { keepOperator } from '../../api/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { SigninForm } from './signin-form.tsx'

export function OperatorSignin() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const signIn = useContractMutation(adminSignin)
  async function handleSubmit(values: { email: string; pw: string }) {
    const answer = await signIn.send(values)
    if (!answer) return
    keepOperator({ accessToken: answer.accessToken, user: answer.user })
    await navigate(operatorLanding(query.get('returnURL')), { replace: true })
  }
  return (
    <>
      <SigninForm
        title={t('account.operatorSignin.title')}
        lead={t('account.operatorSignin.lead')}
        pending={signIn.isPending}
        onSubmit={handleSubmit}
      />
      <p className="account-below">
        <Link to="/signin">{t('account.operatorSignin.customers')}</Link>
      </p>
    </>
  )
}
