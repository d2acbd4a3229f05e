import { useSearchParams } from 'react-router'
import { useI18n } from '../../../i18n/i18n.ts'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { useTitle } from '../../../ui/page/page.tsx'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../account.module.css'

export function SignupSuccess() {
  const { t } = useI18n()
  const [query] = useSearchParams()
  useTitle(t('account.welcome.title'))
  return (
    <section className={classes.centre}>
      <h1>{t('account.welcome.title')}</h1>
      <p className={shared.quiet}>
        {t('account.welcome.text', { name: query.get('name') ?? '', email: query.get('email') ?? '' })}
      </p>
      <ButtonLink kind="primary" size="lg" to="/signin">
        {t('account.welcome.start')}
      </ButtonLink>
    </section>
  )
}
