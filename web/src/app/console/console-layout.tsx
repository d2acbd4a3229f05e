import { useDisclosure } from '@mantine/hooks'
import { IconLogout, IconMenu2 } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useI18n } from '../../i18n/i18n.ts'
import iconButtonClasses from '../../ui/controls/icon-button.module.css'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Waiting } from '../../ui/page/loader.tsx'
import { Footer } from '../shell/footer.tsx'
import { Logo } from '../shell/logo.tsx'
import { SkipLink } from '../shell/skip-link.tsx'
import { AccountMenu } from './account-menu.tsx'
import classes from './console-layout.module.css'
import { MenuGroups } from './menu-groups.tsx'
import { isCurrent, type MenuGroup } from './menus.tsx'
import { ThemeButton } from './theme-button.tsx'

export interface ConsoleFrame {
  label: string
  /** Reversed for operators, so that nobody mistakes the console. */
  reversed?: boolean
  home: string
  menu: readonly MenuGroup[]
  /** How many entries wait in a queue, by the menu entry's path. */
  counts?: Readonly<Record<string, number>>
  /** In the bar: cash, or payable revenue. */
  figure?: ReactNode
  /** Whose console it is; empty while it is loading. */
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
  const bar = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => {
    // On a phone the bar is wider than the screen, so the current tab may be out of view.
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={bar} className={classes.sectionTabs} aria-label={t('shell.sections')}>
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
    <div className={classes.console}>
      <SkipLink />
      {frame.top}
      <header className={classes.topbar}>
        <Link to={frame.home} className={classes.topbarLogo}>
          <Logo />
        </Link>
        <span className={frame.reversed ? `${classes.who} ${classes.whoReversed}` : classes.who}>
          {frame.label}
        </span>
        <div className={classes.topbarEnd}>
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
          className={`${iconButtonClasses.iconButton} ${classes.hamburger}`}
          aria-label={t('shell.menu')}
          aria-expanded={menuOpen}
          onClick={menu.open}
        >
          <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </header>
      <SectionTabs menu={frame.menu} />
      <div className={classes.consoleBody}>
        <div className={classes.side}>
          <nav className={classes.sideMenu} aria-label={t('shell.menu')}>
            <MenuGroups frame={frame} />
          </nav>
        </div>
        <div className={classes.consoleMain}>
          <main className={classes.content} id="content" tabIndex={-1}>
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
