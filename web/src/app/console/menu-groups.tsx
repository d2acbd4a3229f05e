import { useMediaQuery } from '@mantine/hooks'
import { breakpoints } from '@voltline/contract'
import { useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useI18n } from '../../i18n/i18n.ts'
import { TooltipFor } from '../../ui/popups/tooltip.tsx'
import type { ConsoleFrame } from './console-layout.tsx'
import classes from './menu-groups.module.css'
import { isCurrent, type MenuEntry } from './menus.tsx'

/** Between these widths the menu is a rail of icons, whose names are tooltips. */
const rail = `(min-width: ${breakpoints.medium + 1}px) and (max-width: ${breakpoints.wide}px)`

interface EntryProps {
  entry: MenuEntry
  mobile: boolean
  count: number
}

function Entry({ entry, mobile, count }: EntryProps) {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const link = useRef<HTMLAnchorElement>(null)
  const isRail = useMediaQuery(rail)
  const Icon = entry.icon
  const current = isCurrent(entry, pathname)
  return (
    <>
      <NavLink
        ref={link}
        className={classes.menuEntry ?? ''}
        to={mobile ? (entry.mobileTo ?? entry.to) : entry.to}
        aria-current={current ? 'page' : undefined}
        data-current={current || undefined}
      >
        <Icon size={20} stroke={1.75} />
        <span className={classes.menuWord}>{t(entry.label)}</span>
        {count > 0 ? <span className={classes.menuCount}>{count}</span> : null}
      </NavLink>
      {isRail && !mobile ? <TooltipFor target={link} label={t(entry.label)} position="right" /> : null}
    </>
  )
}

export function MenuGroups({ frame, mobile = false }: { frame: ConsoleFrame; mobile?: boolean }) {
  const { t } = useI18n()
  return frame.menu.map((group) => (
    <div key={group.label ?? 'first'} className={classes.menuGroup}>
      {group.label ? <p className={classes.menuCaption}>{t(group.label)}</p> : null}
      {group.entries.map((entry) => (
        <Entry key={entry.to} entry={entry} mobile={mobile} count={frame.counts?.[entry.to] ?? 0} />
      ))}
    </div>
  ))
}
