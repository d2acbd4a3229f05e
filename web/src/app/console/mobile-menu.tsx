import { Drawer } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useI18n } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import type { ConsoleFrame } from './console-layout.tsx'
import menuGroupsClasses from './menu-groups.module.css'
import { MenuGroups } from './menu-groups.tsx'
import classes from './mobile-menu.module.css'

/** Opens from the right and closes on any tap, also on the backdrop. */
export function MobileMenu({ frame, onClose }: { frame: ConsoleFrame; onClose: () => void }) {
  const { t } = useI18n()
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={300}>
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content aria-label={t('shell.menu')}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: taps on the links inside bubble here; keys act on the links themselves */}
        <div className={classes.mobileMenu} onClick={onClose}>
          <div className={classes.mobileMenuHead}>
            <b>{frame.name}</b>
            <IconButton
              label={t('shell.closeMenu')}
              icon={<IconX size={20} stroke={1.75} />}
              onClick={onClose}
            />
          </div>
          <nav aria-label={t('shell.menu')}>
            <MenuGroups frame={frame} mobile />
            <div className={menuGroupsClasses.menuGroup}>
              <p className={menuGroupsClasses.menuCaption}>{t('shell.nav.account')}</p>
              {frame.accountLinks.map((link) => (
                <Link key={link.to} className={menuGroupsClasses.menuEntry} to={link.to}>
                  {link.label}
                </Link>
              ))}
              <a className={menuGroupsClasses.menuEntry} href="/admin">
                {t('shell.adminConsole')}
              </a>
              <button type="button" className={menuGroupsClasses.menuEntry} onClick={frame.onSignOut}>
                {t('shell.signOut')}
              </button>
            </div>
          </nav>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}
