import type { ReactNode } from 'react'
import classes from './chip.module.css'

interface ChipProps {
  tone?: 'line' | 'ok' | 'warn'
  children: ReactNode
}

export function Chip({ tone, children }: ChipProps) {
  return <span className={`${classes.chip} ${tone ? classes[tone] : ''}`}>{children}</span>
}

export function Chips({ className = '', children }: { className?: string | undefined; children: ReactNode }) {
  return <p className={`${classes.chips} ${className}`}>{children}</p>
}
