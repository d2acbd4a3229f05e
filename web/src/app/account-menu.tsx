import { IconChevronDown } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useI18n } from '../i18n/i18n.ts'
import { DropMenu } from '../ui/controls/drop-menu.tsx'
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
      <span className="avatar" aria-hidden="true">
        {initials(frame.name)}
      </span>
      <span className="account-name">{frame.name}</span>
    </>
  )
  return (
    <span className="account-group">
      {own ? (
        <Link className="account-button" to={own.to} title={own.label}>
          {account}
        </Link>
      ) : (
        <span className="account-button">{account}</span>
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
