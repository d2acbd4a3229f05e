import { Outlet } from 'react-router'
import { landingOf } from '../../api/session/return-url.ts'
import { useOperator, useSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import consoleLayoutClasses from '../console/console-layout.module.css'
import { Footer } from './footer.tsx'
import { Logo } from './logo.tsx'
import classes from './open-layout.module.css'
import { SkipLink } from './skip-link.tsx'

/** Links to the person's console, or to sign-in. */
function Entry() {
  const { t } = useI18n()
  const session = useSession()
  const operator = useOperator()
  if (session) {
    return (
      <ButtonLink kind="primary" to={landingOf(session.user.Type)}>
        {t('playground.nav.console')}
      </ButtonLink>
    )
  }
  if (operator) return <ButtonLink to="/admin">{t('playground.nav.admin')}</ButtonLink>
  return <ButtonLink to="/signin">{t('playground.nav.signIn')}</ButtonLink>
}

/** A page that anyone may open, below the links of the public site. */
export function OpenLayout() {
  const { t } = useI18n()
  const links = [
    { href: '/home-benefit', label: t('playground.nav.benefits') },
    { href: '/home-start', label: t('playground.nav.start') },
    { href: '/home-sdk', label: t('playground.nav.sdk') },
  ]
  return (
    <div className={classes.open}>
      <SkipLink />
      <header className={classes.openHead}>
        <div>
          <a href="/" className={consoleLayoutClasses.topbarLogo}>
            <Logo height={32} />
          </a>
          <nav aria-label={t('playground.nav.label')}>
            {links.map((link) => (
              <a key={link.href} href={link.href}>
                {link.label}
              </a>
            ))}
            <a href="/playground" aria-current="page">
              {t('playground.title')}
            </a>
          </nav>
          <Entry />
        </div>
      </header>
      <main className={classes.openMain} id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}
