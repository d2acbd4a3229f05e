import { Switch as MantineSwitch } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './switch.module.css'

/** The label is what the switch does for a screen reader: "Start Red gate strip". */
export function Switch(props: {
  on: boolean
  label: string
  onToggle: () => void
  disabled?: boolean
  /** Why it cannot be switched now. */
  disabledBecause?: string | undefined
  /** A word beside it, such as On or Off. */
  beside?: ReactNode
}) {
  // The label around the hidden input is what a mouse hits: its click must not reach the row, which opens the detail.
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: stops a click, adds none
    <span
      className={classes.switchLine}
      title={props.disabledBecause}
      onClick={(event) => event.stopPropagation()}
    >
      {props.beside ? <span aria-hidden="true">{props.beside}</span> : null}
      <MantineSwitch
        checked={props.on}
        aria-label={props.label}
        aria-description={props.disabledBecause}
        disabled={props.disabled || props.disabledBecause !== undefined}
        onChange={props.onToggle}
        withThumbIndicator={false}
      />
    </span>
  )
}
