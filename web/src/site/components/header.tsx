import { type CommonWords, common } from '../content/common.ts'
import type { Language } from '../language.ts'
import { Icon } from './icon.tsx'
import { Logo } from './logo.tsx'

interface HeaderProps {
  language: Language
  path: string
}

const publicLinks = (t: CommonWords): readonly [path: string, label: string][] => [
  ['/home-benefit', t.nav.benefit],
  ['/home-start', t.nav.start],
  ['/home-sdk', t.nav.sdk],
  ['/home-resource', t.nav.resource],
  ['/home-game', t.nav.showcase],
  ['/home-help', t.nav.help],
]

/** The way into the console, only on the home page and its sister pages. */
const showsManage = (path: string) => path === '/' || path.startsWith('/home')

/**
 * Both states are in the page; the head script marks the document with the signed-in type before the first
 * paint, and the style sheet shows the one that fits.
 */
export function Header({ language, path }: HeaderProps) {
  const t = common[language]
  return (
    <header className="site-header">
      <div className="wrap bar">
        <a className="home-link" href="/" aria-label={t.home}>
          <Logo />
        </a>
        <nav className="top-links" aria-label={t.menu}>
          <Links links={publicLinks(t)} path={path} />
        </nav>
        <div className="session">
          <a className="button outline small for-guest" href="/signin">
            {t.session.signIn}
          </a>
          <CustomerType t={t} />
          <a className="quiet for-advertiser in-bar" href="/ad-my-page">
            {t.session.myPage}
          </a>
          <a className="quiet for-publisher in-bar" href="/pub-my-page">
            {t.session.myPage}
          </a>
          <SignOut t={t} className="quiet for-user in-bar" />
          {showsManage(path) && <ManageConsole t={t} />}
        </div>
        <MobileMenu t={t} path={path} />
      </div>
    </header>
  )
}

function Links({ links, path }: { links: readonly [path: string, label: string][]; path: string }) {
  return links.map(([to, label]) => (
    <a key={label} href={to} aria-current={to === path ? 'page' : undefined}>
      {label}
    </a>
  ))
}

function CustomerType({ t }: { t: CommonWords }) {
  return (
    <>
      <span className="customer-type for-advertiser">{t.session.advertiser}</span>
      <span className="customer-type for-publisher">{t.session.publisher}</span>
    </>
  )
}

function ManageConsole({ t }: { t: CommonWords }) {
  return (
    <>
      <a className="button primary small for-advertiser" href="/ad">
        {t.session.manage}
      </a>
      <a className="button primary small for-publisher" href="/pub">
        {t.session.manage}
      </a>
    </>
  )
}

/** The words of the question travel with the button, so the script that asks it knows no language. */
function SignOut({ t, className }: { t: CommonWords; className: string }) {
  return (
    <button
      type="button"
      className={className}
      data-sign-out={t.session.signOut}
      data-question={t.session.signOutQuestion}
      data-effect={t.session.signOutEffect}
      data-cancel={t.session.cancel}
    >
      {t.session.signOut}
    </button>
  )
}

function consoleLinks(t: CommonWords) {
  const advertiser: readonly [string, string][] = [
    ['/ad', t.consoles.dashboard],
    ['/ad-campaign', t.consoles.campaigns],
    ['/ad-ad', t.consoles.ads],
    ['/ad-report-campaign', t.consoles.campaignReport],
    ['/ad-report-ad', t.consoles.adReport],
    ['/ad-my-page', t.session.myPage],
  ]
  const publisher: readonly [string, string][] = [
    ['/pub', t.consoles.publisherHome],
    ['/pub-app', t.consoles.apps],
    ['/pub-inventory', t.consoles.inventory],
    // On a phone the rewards are reached through the inventory.
    ['/pub-inventory', t.consoles.appReward],
    ['/pub-report-day', t.consoles.dailyReport],
    ['/pub-report-app', t.consoles.appReport],
    ['/pub-report-user', t.consoles.userReport],
    ['/pub-my-page', t.session.myPage],
  ]
  return { advertiser, publisher }
}

/** A details element opens without JavaScript; the script adds closing on any tap and on Escape. */
function MobileMenu({ t, path }: { t: CommonWords; path: string }) {
  const { advertiser, publisher } = consoleLinks(t)
  return (
    <details className="mobile-menu">
      <summary aria-label={t.menu}>
        <Icon name="menu" size={24} />
      </summary>
      <div className="menu-backdrop" data-menu-backdrop />
      <nav className="menu-panel" aria-label={t.menu}>
        <Links links={publicLinks(t)} path={path} />
        <a className="for-guest" href="/signin">
          {t.session.signIn}
        </a>
        <div className="menu-group for-advertiser">
          <span className="menu-title">{t.session.advertiser}</span>
          <Links links={advertiser} path={path} />
        </div>
        <div className="menu-group for-publisher">
          <span className="menu-title">{t.session.publisher}</span>
          <Links links={publisher} path={path} />
        </div>
        <SignOut t={t} className="for-user" />
      </nav>
    </details>
  )
}
