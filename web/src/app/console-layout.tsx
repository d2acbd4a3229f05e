import { Drawer, Menu, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconLogout, IconMenu2, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { useI18n } from '../i18n/i18n.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { Footer } from './footer.tsx'
import { Logo } from './logo.tsx'
import { isCurrent, type MenuEntry, type MenuGroup } from './menus.tsx'
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

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('') || '·'

interface EntryProps {
  entry: MenuEntry
  mobile: boolean
  count: number
}

function Entry({ entry, mobile, count }: EntryProps) {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const Icon = entry.icon
  const current = isCurrent(entry, pathname)
  return (
    <Tooltip
      label={t(entry.label)}
      position="right"
      classNames={{ tooltip: 'rail-tooltip' }}
      disabled={mobile}
    >
      <NavLink
        className="menu-entry"
        to={mobile ? (entry.mobileTo ?? entry.to) : entry.to}
        aria-current={current ? 'page' : undefined}
        data-current={current || undefined}
      >
        <Icon size={20} stroke={1.75} />
        <span className="menu-word">{t(entry.label)}</span>
        {count > 0 ? <span className="menu-count">{count}</span> : null}
      </NavLink>
    </Tooltip>
  )
}

function MenuGroups({ frame, mobile = false }: { frame: ConsoleFrame; mobile?: boolean }) {
  const { t } = useI18n()
  return frame.menu.map((group) => (
    <div key={group.label ?? 'first'} className="menu-group">
      {group.label ? <p className="menu-caption">{t(group.label)}</p> : null}
      {group.entries.map((entry) => (
        <Entry key={entry.to} entry={entry} mobile={mobile} count={frame.counts?.[entry.to] ?? 0} />
      ))}
    </div>
  ))
}

/** The name leads to my page; the rest is in the menu beside it. */
function AccountMenu({ frame }: { frame: ConsoleFrame }) {
  const { t } = useI18n()
  const own = frame.accountLinks[0]
  const who = (
    <>
      <span className="avatar" aria-hidden="true">
        {initials(frame.name)}
      </span>
      <span className="account-name">{frame.name}</span>
    </>
  )
  return (
    <Menu position="bottom-end" width={220}>
      <span className="account-group">
        {own ? (
          <Link className="account-button" to={own.to} title={own.label}>
            {who}
          </Link>
        ) : (
          <span className="account-button">{who}</span>
        )}
        <Menu.Target>
          <button type="button" className="icon-button icon-button-small" aria-label={t('shell.accountMenu')}>
            <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
          </button>
        </Menu.Target>
      </span>
      <Menu.Dropdown>
        {frame.accountLinks.map((link) => (
          <Menu.Item key={link.to} component={Link} to={link.to}>
            {link.label}
          </Menu.Item>
        ))}
        <Menu.Item component="a" href="/admin">
          {t('shell.adminConsole')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={frame.onSignOut}>{t('shell.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Opens from the right and closes on any tap, also on the backdrop. */
function MobileMenu({
  frame,
  opened,
  onClose,
}: {
  frame: ConsoleFrame
  opened: boolean
  onClose: () => void
}) {
  const { t } = useI18n()
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="right" size={300}>
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content aria-label={t('shell.menu')}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: taps on the links inside bubble here; keys act on the links themselves */}
        <div className="mobile-menu" onClick={onClose}>
          <div className="mobile-menu-head">
            <b>{frame.name}</b>
            <IconButton
              label={t('shell.closeMenu')}
              icon={<IconX size={20} stroke={1.75} />}
              onClick={onClose}
            />
          </div>
          <nav aria-label={t('shell.menu')}>
            <MenuGroups frame={frame} mobile />
            <div className="menu-group">
              <p className="menu-caption">{t('shell.nav.account')}</p>
              {frame.accountLinks.map((link) => (
                <Link key={link.to} className="menu-entry" to={link.to}>
                  {link.label}
                </Link>
              ))}
              <a className="menu-entry" href="/admin">
                {t('shell.adminConsole')}
              </a>
              <button type="button" className="menu-entry" onClick={frame.onSignOut}>
                {t('shell.signOut')}
              </button>
            </div>
          </nav>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}

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
            <Outlet />
          </main>
          <Footer />
        </div>
      </div>
      <MobileMenu frame={frame} opened={menuOpen} onClose={menu.close} />
    </div>
  )
}
