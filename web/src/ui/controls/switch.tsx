import { Switch as MantineSwitch } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './switch.module.css'

/** The label is what the switch does for a screen reader: "Start Red gate strip". */
export function Switch(props: {
  on: boolean
  label: string
  onToggle: () => void
  disabled?: boolean
  /** A word beside it, such as On or Off. */
  beside?: ReactNode
}) {
  return (
    <span className={classes.switchLine}>
      {props.beside ? <span aria-hidden="true">{props.beside}</span> : null}
      <MantineSwitch
        checked={props.on}
        aria-label={props.label}
        disabled={props.disabled ?? false}
        onChange={props.onToggle}
        onClick={(event) => event.stopPropagation()}
        withThumbIndicator={false}
      />
    </span>
  )
}
