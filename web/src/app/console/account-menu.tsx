import { IconChevronDown } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useI18n } from '../../i18n/i18n.ts'
import { DropMenu } from '../../ui/popups/drop-menu.tsx'
import classes from './account-menu.module.css'
import type { ConsoleFrame } from './console-layout.tsx'

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('') || '·'

/** The name links to my page; the menu beside it has the rest. */
export function AccountMenu({ frame }: { frame: ConsoleFrame }) {
  const { t } = useI18n()
  const own = frame.accountLinks[0]
  const account = (
    <>
      <span className={classes.avatar} aria-hidden="true">
        {initials(frame.name)}
      </span>
      <span className={classes.accountName}>{frame.name}</span>
    </>
  )
  return (
    <span className={classes.accountGroup}>
      {own ? (
        <Link className={classes.accountButton} to={own.to} title={own.label}>
          {account}
        </Link>
      ) : (
        <span className={classes.accountButton}>{account}</span>
      )}
      <DropMenu
        label={t('shell.accountMenu')}
        icon={<IconChevronDown size={16} stroke={1.75} aria-hidden="true" />}
        small
        width={220}
        options={[
          ...frame.accountLinks,
          { label: t('shell.adminConsole'), href: '/admin' },
          { label: t('shell.signOut'), onClick: frame.onSignOut, apart: true },
        ]}
      />
    </span>
  )
}
