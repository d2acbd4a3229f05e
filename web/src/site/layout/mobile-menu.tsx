import type { CommonWords } from '../content/common.ts'
import { Icon } from '../drawings/icon.tsx'
import { advertiserLinks, Links, publicLinks, publisherLinks, SignOut } from './links.tsx'
import classes from './mobile-menu.module.css'
import visibility from './visibility.module.css'

/** A details element opens without JavaScript; the script closes it on any tap and on Escape. */
export function MobileMenu({ t, path }: { t: CommonWords; path: string }) {
  return (
    <details className={classes.menu} data-menu>
      <summary aria-label={t.menu}>
        <Icon name="menu" size={24} />
      </summary>
      <div className={classes.backdrop} data-menu-backdrop />
      <nav className={classes.panel} aria-label={t.menu}>
        <Links links={publicLinks(t)} path={path} />
        <a className={visibility.forGuest} href="/signin">
          {t.session.signIn}
        </a>
        <div className={`${classes.group} ${visibility.forAdvertiser}`}>
          <span className={classes.title}>{t.session.advertiser}</span>
          <Links links={advertiserLinks(t)} path={path} />
        </div>
        <div className={`${classes.group} ${visibility.forPublisher}`}>
          <span className={classes.title}>{t.session.publisher}</span>
          <Links links={publisherLinks(t)} path={path} />
        </div>
        <SignOut t={t} className={visibility.forUser} />
      </nav>
    </details>
  )
}
