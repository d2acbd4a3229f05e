import { signin } from '@voltline/contract'
import { send } from '../../api/send.ts'
import { landingAfterSignin } from '../../api/session/return-url.ts'
import { keepSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import classes from './account.module.css'
import { SigninForm } from './signin-form.tsx'

/** Uses no router, so that the page loads without it; the console is a document of its own. */
export function Signin() {
  const { t } = useI18n()
  async function handleSubmit(values: { email: string; pw: string }) {
    const answer = await send(signin, values)
    if (!answer) return
    const { accessToken, user } = answer
    keepSession({ accessToken, user })
    const query = new URLSearchParams(location.search)
    const target = { type: query.get('type'), returnURL: query.get('returnURL') }
    location.replace(landingAfterSignin(user.Type, target))
  }
  return (
    <>
      <SigninForm title={t('account.signin.title')} onSubmit={handleSubmit}>
        <div className={classes.links}>
          <a href="/find-email">{t('account.signin.findEmail')}</a>
          <a href="/find-password">{t('account.signin.findPassword')}</a>
        </div>
      </SigninForm>
      <p className={classes.below}>
        {t('account.signin.newHere')} <a href="/signup-email">{t('account.signin.join')}</a>
      </p>
    </>
  )
}
