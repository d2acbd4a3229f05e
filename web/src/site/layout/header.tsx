import { ButtonLink } from '../components/button.tsx'
import { type CommonWords, common } from '../content/common.ts'
import { Logo } from '../drawings/logo.tsx'
import type { Language } from '../language.ts'
import classes from './header.module.css'
import { Links, publicLinks, SignOut } from './links.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { Wrap } from './section.tsx'
import visibility from './visibility.module.css'

/** Only the home page and its sister pages link into the console. */
const showsManage = (path: string) => path === '/' || path.startsWith('/home')

/**
 * The markup of every kind of visitor is in the page. The head script sets the signed-in type on the document before
 * the first paint, and the style sheet shows what fits.
 */
export function Header({ language, path }: { language: Language; path: string }) {
  const t = common[language]
  return (
    <header className={classes.header}>
      <Wrap className={classes.bar}>
        <a className={classes.homeLink} href="/" aria-label={t.home}>
          <Logo />
        </a>
        <nav className={classes.topLinks} aria-label={t.menu}>
          <Links links={publicLinks(t)} path={path} />
        </nav>
        <Session t={t} path={path} />
        <MobileMenu t={t} path={path} />
      </Wrap>
    </header>
  )
}

function Session({ t, path }: { t: CommonWords; path: string }) {
  return (
    <div className={classes.session} data-session>
      <ButtonLink look="outline" size="small" className={visibility.forGuest} href="/signin">
        {t.session.signIn}
      </ButtonLink>
      <span className={`${classes.customerType} ${visibility.forAdvertiser}`}>{t.session.advertiser}</span>
      <span className={`${classes.customerType} ${visibility.forPublisher}`}>{t.session.publisher}</span>
      <a className={`${classes.quiet} ${visibility.forAdvertiser}`} href="/ad-my-page">
        {t.session.myPage}
      </a>
      <a className={`${classes.quiet} ${visibility.forPublisher}`} href="/pub-my-page">
        {t.session.myPage}
      </a>
      <SignOut t={t} className={`${classes.quiet} ${visibility.forUser}`} />
      {showsManage(path) && <ManageConsole t={t} />}
    </div>
  )
}

function ManageConsole({ t }: { t: CommonWords }) {
  return (
    <>
      <ButtonLink look="primary" size="small" className={visibility.forAdvertiser} href="/ad">
        {t.session.manage}
      </ButtonLink>
      <ButtonLink look="primary" size="small" className={visibility.forPublisher} href="/pub">
        {t.session.manage}
      </ButtonLink>
    </>
  )
}
