import { useI18n } from '../../../i18n/i18n.ts'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { useTitle } from '../../../ui/page/page.tsx'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../account.module.css'

export function FailedAuthentication() {
  const { t } = useI18n()
  useTitle(t('account.failedAuthentication.title'))
  return (
    <section className={classes.centre}>
      <h1>{t('account.failedAuthentication.title')}</h1>
      <p className={shared.quiet}>{t('account.failedAuthentication.text')}</p>
      <ButtonLink kind="primary" size="lg" to="/find-password">
        {t('account.failedAuthentication.again')}
      </ButtonLink>
    </section>
  )
}
