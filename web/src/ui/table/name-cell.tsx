import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './name-cell.module.css'

interface NameCellProps {
  children: ReactNode
  /** The detail that the row opens. */
  to?: string | undefined
  open?: boolean | undefined
  /** Expands the row; ignored with `to`. */
  onToggle?: (() => void) | undefined
}

/** A row's name: a link to its detail, a button that expands it, or text. */
export function NameCell({ children, to, open, onToggle }: NameCellProps) {
  if (to) {
    return (
      <Link className={classes.link} to={to} onClick={(event) => event.stopPropagation()}>
        {children}
      </Link>
    )
  }
  if (!onToggle) return children
  const Icon = open ? IconChevronDown : IconChevronRight
  return (
    <UnstyledButton
      className={classes.expand}
      aria-expanded={open}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
    >
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      {children}
    </UnstyledButton>
  )
}
