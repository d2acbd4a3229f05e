import { Button as MantineButton, Tooltip } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'

/** Primary acts once a view, outline and quiet beside it, danger deletes, text sits in a line. */
type ButtonKind = 'primary' | 'outline' | 'quiet' | 'danger' | 'text'
type ButtonSize = 'sm' | 'md' | 'lg'

interface Look {
  kind?: ButtonKind
  size?: ButtonSize
  icon?: ReactNode
  iconEnd?: ReactNode
  fullWidth?: boolean
  children: ReactNode
}

export interface ButtonProps extends Look {
  type?: 'button' | 'submit'
  /** The id of the form that it submits, where it stands outside of it. */
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

const classOf = ({ kind = 'outline', size = 'md' }: Look) => `button button-${kind} button-${size}`

const sections = ({ icon, iconEnd }: Look) => ({
  ...(icon ? { leftSection: icon } : {}),
  ...(iconEnd ? { rightSection: iconEnd } : {}),
})

export function Button(props: ButtonProps) {
  const { kind: _kind, size: _size, icon: _icon, iconEnd: _iconEnd, ...own } = props
  const { fullWidth = false, pending = false, type = 'button', disabledBecause, onClick, ...rest } = own
  const button = (
    <MantineButton
      {...rest}
      {...sections(props)}
      className={classOf(props)}
      type={type}
      fullWidth={fullWidth}
      loading={pending}
      {...(disabledBecause ? { 'data-disabled': true, 'aria-disabled': true } : {})}
      onClick={(event) => {
        if (disabledBecause) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
  if (!disabledBecause) return button
  return (
    <Tooltip label={disabledBecause} events={{ hover: true, focus: true, touch: true }}>
      {button}
    </Tooltip>
  )
}

/** A link that looks like a button. Pages outside the consoles are loaded as a whole. */
export function ButtonLink(props: Look & { to: string; outside?: boolean }) {
  const {
    kind: _kind,
    size: _size,
    icon: _icon,
    iconEnd: _iconEnd,
    to,
    outside,
    fullWidth = false,
    children,
  } = props
  const shared = { ...sections(props), className: classOf(props), fullWidth }
  if (outside) {
    return (
      <MantineButton component="a" href={to} {...shared}>
        {children}
      </MantineButton>
    )
  }
  return (
    <MantineButton component={Link} to={to} {...shared}>
      {children}
    </MantineButton>
  )
}

/** A square button whose word is its label. */
export function IconButton(props: {
  label: string
  icon: ReactNode
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
}) {
  return (
    <Tooltip label={props.label}>
      <button type="button" className="icon-button" aria-label={props.label} onClick={props.onClick}>
        {props.icon}
      </button>
    </Tooltip>
  )
}
