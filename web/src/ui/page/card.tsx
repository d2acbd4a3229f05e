import type { ReactNode } from 'react'
import classes from './card.module.css'

export function Card(props: { children: ReactNode; pad?: 'card' | 'form' | 'none'; label?: string }) {
  const { pad = 'card' } = props
  const padding = pad === 'none' ? '' : pad === 'form' ? classes.form : classes.pad
  return (
    <section className={`${classes.card} ${padding}`} {...(props.label ? { 'aria-label': props.label } : {})}>
      {props.children}
    </section>
  )
}
