import { Drawer } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useI18n } from '../i18n/i18n.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import type { ConsoleFrame } from './console-layout.tsx'
import { MenuGroups } from './menu-groups.tsx'

/** Opens from the right and closes on any tap, also on the backdrop. */
export function MobileMenu({ frame, onClose }: { frame: ConsoleFrame; onClose: () => void }) {
  const { t } = useI18n()
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={300}>
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
