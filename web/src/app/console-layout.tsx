import { useDisclosure } from '@mantine/hooks'
import { IconLogout, IconMenu2 } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useI18n } from '../i18n/i18n.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Waiting } from '../ui/page/loader.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Footer } from './footer.tsx'
import { Logo } from './logo.tsx'
import { MenuGroups } from './menu-groups.tsx'
import { isCurrent, type MenuGroup } from './menus.tsx'
import { SkipLink } from './skip-link.tsx'
import { ThemeButton } from './theme-button.tsx'

export interface ConsoleFrame {
  label: string
  /** Reversed for operators, so that nobody mistakes the console. */
  reversed?: boolean
  home: string
  menu: readonly MenuGroup[]
  /** How many things wait, by the entry's path. */
  counts?: Readonly<Record<string, number>>
  /** In the bar: cash, or payable revenue. */
  figure?: ReactNode
  /** Whose console it is. */
  name: string
  accountLinks: readonly { to: string; label: string }[]
  onSignOut: () => void
  /** Above everything, such as a warning. */
  top?: ReactNode
}

// Phones load the menu when it is first opened.
const MobileMenu = lazy(async () => ({ default: (await import('./mobile-menu.tsx')).MobileMenu }))

function SectionTabs({ menu }: { menu: readonly MenuGroup[] }) {
  const { t } = useI18n()
  const { pathname } = useLocation()
  return (
    <nav className="section-tabs" aria-label={t('shell.sections')}>
      {menu
        .flatMap((group) => group.entries)
        .map((entry) => (
          <Link
            key={entry.to}
            to={entry.mobileTo ?? entry.to}
            aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
          >
            {t(entry.label)}
          </Link>
        ))}
    </nav>
  )
}

export function ConsoleLayout({ frame }: { frame: ConsoleFrame }) {
  const { t } = useI18n()
  const [menuOpen, menu] = useDisclosure(false)
  return (
    <div className="console">
      <SkipLink />
      {frame.top}
      <header className="topbar">
        <Link to={frame.home} className="topbar-logo">
          <Logo />
        </Link>
        <span className={frame.reversed ? 'who who-reversed' : 'who'}>{frame.label}</span>
        <div className="topbar-end">
          {frame.figure}
          <ThemeButton />
          <AccountMenu frame={frame} />
          <IconButton
            label={t('shell.signOut')}
            icon={<IconLogout size={20} stroke={1.75} />}
            onClick={frame.onSignOut}
          />
        </div>
        <button
          type="button"
          className="icon-button hamburger"
          aria-label={t('shell.menu')}
          aria-expanded={menuOpen}
          onClick={menu.open}
        >
          <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </header>
      <SectionTabs menu={frame.menu} />
      <div className="console-body">
        <div className="side">
          <nav className="side-menu" aria-label={t('shell.menu')}>
            <MenuGroups frame={frame} />
          </nav>
        </div>
        <div className="console-main">
          <main className="content" id="content" tabIndex={-1}>
            <Suspense fallback={<Waiting />}>
              <Outlet />
            </Suspense>
          </main>
          <Footer />
        </div>
      </div>
      {menuOpen ? (
        <Suspense>
          <MobileMenu frame={frame} onClose={menu.close} />
        </Suspense>
      ) : null}
    </div>
  )
}
