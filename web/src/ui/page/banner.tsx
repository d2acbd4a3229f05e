import { IconAlertTriangle, IconChevronRight, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './banner.module.css'

/** A line across the page. With `to` or `onClick` the whole of it acts. */
export function Banner(props: {
  tone?: 'line' | 'warn' | 'bad'
  icon?: ReactNode
  children: ReactNode
  to?: string
  onClick?: () => void
  go?: string
}) {
  const { tone = 'line' } = props
  const Icon = tone === 'line' ? IconInfoCircle : IconAlertTriangle
  const inside = (
    <>
      {props.icon ?? <Icon size={20} stroke={1.75} aria-hidden="true" />}
      <span className={classes.words}>{props.children}</span>
      {props.go ? <span className={classes.go}>{props.go}</span> : null}
      {(props.to || props.onClick) && !props.go ? <IconChevronRight size={18} aria-hidden="true" /> : null}
    </>
  )
  const className = `${classes.banner} ${classes[tone]}`
  if (props.to) {
    return (
      <Link className={className} to={props.to}>
        {inside}
      </Link>
    )
  }
  if (props.onClick) {
    return (
      <button type="button" className={className} onClick={props.onClick}>
        {inside}
      </button>
    )
  }
  return (
    <div className={className} role="note">
      {inside}
    </div>
  )
}
