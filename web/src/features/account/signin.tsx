import './account.css'
import { signin } from '@voltline/contract'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useContractMutation } from '../../api/mutation.ts'
import { landingAfterSignin } from '../../api/return-url.ts'
import { keepSession } from '../../api/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { SigninForm } from './signin-form.tsx'

export function Signin() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const signIn = useContractMutation(signin)
  async function handleSubmit(values: { email: string; pw: string }) {
    const answer = await signIn.send(values)
    if (!answer) return
    const { accessToken, user } = answer
    keepSession({ accessToken, user })
    const asked = { type: query.get('type'), returnURL: query.get('returnURL') }
    await navigate(landingAfterSignin(user.Type, asked), { replace: true })
  }
  return (
    <>
      <SigninForm title={t('account.signin.title')} pending={signIn.isPending} onSubmit={handleSubmit}>
        <div className="account-links">
          <Link to="/find-email">{t('account.signin.findEmail')}</Link>
          <Link to="/find-password">{t('account.signin.findPassword')}</Link>
        </div>
      </SigninForm>
      <p className="account-below">
        {t('account.signin.newHere')} <Link to="/signup-email">{t('account.signin.join')}</Link>
      </p>
    </>
  )
}
