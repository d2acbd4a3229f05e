import { Button as MantineButton } from '@mantine/core'
import { Link } from 'react-router'
import { type ButtonLook, buttonClass, buttonSections } from './button.tsx'

/** A link that looks like a button. Pages outside the consoles are loaded as a whole. */
export function ButtonLink(props: ButtonLook & { to: string; outside?: boolean }) {
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
  const shared = { ...buttonSections(props), className: buttonClass(props), fullWidth }
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
