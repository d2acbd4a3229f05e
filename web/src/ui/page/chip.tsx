import type { ReactNode } from 'react'
import classes from './chip.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'line' | 'volt' | 'quiet'

export function Chip({
  tone = 'quiet',
  icon,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span className={`${classes.chip} ${classes[tone]}`}>
      {icon}
      {children}
    </span>
  )
}
