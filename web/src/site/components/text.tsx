import { Fragment, type ReactNode } from 'react'
import { Icon } from '../drawings/icon.tsx'
import classes from './text.module.css'

/** The larger paragraph below a heading. */
export function Lead({ children }: { children: ReactNode }) {
  return <p className={classes.lead}>{children}</p>
}

export function Note({ className = '', children }: { className?: string | undefined; children: ReactNode }) {
  return <p className={`${classes.note} ${className}`}>{children}</p>
}

/** Text for screen readers only. */
export function Unseen({ children }: { children: ReactNode }) {
  return <span className={classes.unseen}>{children}</span>
}

/** A headline broken where it reads best. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <Fragment key={line}>
      {index > 0 && ' '}
      <span className={classes.headlineLine}>{line}</span>
    </Fragment>
  ))
}

export function MoreLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={classes.more} href={href}>
      {children}
      <Icon name="arrow" size={18} />
    </a>
  )
}

export function CheckList({ points }: { points: readonly string[] }) {
  return (
    <ul className={classes.checkList}>
      {points.map((point) => (
        <li key={point}>
          <Icon name="check" size={18} />
          {point}
        </li>
      ))}
    </ul>
  )
}
