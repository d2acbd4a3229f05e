import type { ReactNode } from 'react'
import { Lead } from '../components/text.tsx'
import classes from './section.module.css'

interface WrapProps {
  as?: 'div' | 'article'
  className?: string | undefined
  children: ReactNode
}

/** The width of the page's content. */
export function Wrap({ as: Tag = 'div', className = '', children }: WrapProps) {
  return <Tag className={`${classes.wrap} ${className}`}>{children}</Tag>
}

export function Section({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <section className={`${classes.wrap} ${classes.section}`} id={id}>
      {children}
    </section>
  )
}

export function Heading({ title, lead }: { title: string; lead?: string }) {
  return (
    <div className={classes.heading}>
      <h2>{title}</h2>
      {lead !== undefined && <Lead>{lead}</Lead>}
    </div>
  )
}

/** The head of every page except home. */
export function PageHead({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <Wrap className={classes.pageHead}>
      <h1>{title}</h1>
      <Lead>{lead}</Lead>
      {children}
    </Wrap>
  )
}
