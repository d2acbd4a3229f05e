import type { ReactNode } from 'react'
import classes from './phone-frame.module.css'

/** A phone around its content. */
export function PhoneFrame(props: { label: string; landscape?: boolean; children: ReactNode }) {
  return (
    <figure
      className={`${classes.phone} ${props.landscape ? classes.landscape : ''}`}
      aria-label={props.label}
    >
      <span className={classes.island} aria-hidden="true" />
      <div className={classes.screen}>{props.children}</div>
    </figure>
  )
}
