import { Button as MantineButton } from '@mantine/core'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { TooltipFor } from '../popups/tooltip.tsx'
import classes from './button.module.css'

/** Primary acts once a view, outline and quiet beside it, danger deletes, text sits in a line. */
type ButtonKind = 'primary' | 'outline' | 'quiet' | 'danger' | 'text'
type ButtonSize = 'sm' | 'md' | 'lg'

export interface ButtonLook {
  kind?: ButtonKind
  size?: ButtonSize
  icon?: ReactNode
  iconEnd?: ReactNode
  fullWidth?: boolean
  children: ReactNode
}

export interface ButtonProps extends ButtonLook {
  type?: 'button' | 'submit'
  /** The id of the form that it submits from outside. */
  form?: string
  /** The call this button started is running; it keeps its width and shows a spinner. */
  pending?: boolean
  disabled?: boolean
  /** Off, and this is why; shown on hover and focus. */
  disabledBecause?: string | undefined
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  'aria-label'?: string
  'aria-expanded'?: boolean
  'aria-controls'?: string
}

/** The class names of a button of that look. */
export const buttonClass = ({ kind = 'outline', size = 'md' }: ButtonLook) =>
  `${classes.button} ${classes[kind]} ${classes[size]}`

export const buttonSections = ({ icon, iconEnd }: ButtonLook) => ({
  ...(icon ? { leftSection: icon } : {}),
  ...(iconEnd ? { rightSection: iconEnd } : {}),
})

export function Button(props: ButtonProps) {
  const { kind: _kind, size: _size, icon: _icon, iconEnd: _iconEnd, ...own } = props
  const { fullWidth = false, pending = false, type = 'button', disabledBecause, onClick, ...rest } = own
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <MantineButton
        ref={button}
        {...rest}
        {...buttonSections(props)}
        className={buttonClass(props)}
        type={type}
        fullWidth={fullWidth}
        loading={pending}
        {...(disabledBecause ? { 'data-disabled': true, 'aria-disabled': true } : {})}
        onClick={(event) => {
          if (disabledBecause) event.preventDefault()
          else onClick?.(event)
        }}
      />
      {disabledBecause ? <TooltipFor target={button} label={disabledBecause} onTouch /> : null}
    </>
  )
}
