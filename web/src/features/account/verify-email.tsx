import { useSearchParams } from 'react-router'
import { useI18n } from '../../i18n/i18n.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { useTitle } from '../../ui/page/page.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './account.module.css'
import { useTokenCheck } from './token-check.ts'

/** The outcome of a mailed token, checked when the page opens. */
export function VerifyEmail() {
  const { t } = useI18n()
  const [query] = useSearchParams()
  const state = useTokenCheck(query.get('token') ?? '')
  useTitle(t('account.verify.title'))
  if (state === 'checking') return null
  return (
    <section className={classes.centre} role="status">
      <h1>{t('account.verify.title')}</h1>
      <p className={shared.quiet}>{t(state === 'good' ? 'account.verify.good' : 'account.verify.bad')}</p>
      {state === 'good' ? (
        <ButtonLink kind="primary" size="lg" to="/signin">
          {t('account.signin.title')}
        </ButtonLink>
      ) : (
        <ButtonLink kind="primary" size="lg" to="/find-password">
          {t('account.failedAuthentication.again')}
        </ButtonLink>
      )}
    </section>
  )
}
