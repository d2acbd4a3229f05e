import { type MouseEvent, type ReactNode, useRef } from 'react'
import { TooltipFor } from '../popups/tooltip.tsx'
import classes from './icon-button.module.css'

/** A square button whose text is its label. */
export function IconButton(props: {
  label: string
  icon: ReactNode
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.iconButton}
        aria-label={props.label}
        onClick={props.onClick}
      >
        {props.icon}
      </button>
      <TooltipFor target={button} label={props.label} />
    </>
  )
}
