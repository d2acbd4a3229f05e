import type { ReactNode } from 'react'

export function Card(props: { children: ReactNode; pad?: 'card' | 'form' | 'none'; label?: string }) {
  const { pad = 'card' } = props
  const inside = pad === 'none' ? '' : pad === 'form' ? ' card-form' : ' card-pad'
  return (
    <section className={`card${inside}`} {...(props.label ? { 'aria-label': props.label } : {})}>
      {props.children}
    </section>
  )
}
