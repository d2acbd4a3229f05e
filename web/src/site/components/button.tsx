import type { ComponentProps } from 'react'
import classes from './button.module.css'

interface ButtonStyle {
  look: 'primary' | 'outline' | 'soft' | 'bare' | 'ink' | 'volt'
  size?: 'large' | 'small'
  className?: string | undefined
}

const classOf = (look: ButtonStyle['look'], size?: ButtonStyle['size'], className?: string) =>
  [classes.button, size && classes[size], classes[look], className].filter(Boolean).join(' ')

export function ButtonLink({ look, size, className, ...rest }: ButtonStyle & ComponentProps<'a'>) {
  return <a className={classOf(look, size, className)} {...rest} />
}

export function Button({ look, size, className, ...rest }: ButtonStyle & ComponentProps<'button'>) {
  return <button type="button" className={classOf(look, size, className)} {...rest} />
}
