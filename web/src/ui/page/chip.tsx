import type { ReactNode } from 'react'

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
    <span className={`chip chip-${tone}`}>
      {icon}
      {children}
    </span>
  )
}
