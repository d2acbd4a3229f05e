import { Fragment } from 'react'
import { Icon } from './icon.tsx'

/** A headline broken where it reads best. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, place) => (
    <Fragment key={line}>
      {place > 0 && ' '}
      <span className="headline-line">{line}</span>
    </Fragment>
  ))
}

export function Heading({ title, lead, id }: { title: string; lead?: string; id?: string }) {
  return (
    <div className="heading" id={id}>
      <h2>{title}</h2>
      {lead !== undefined && <p className="lead">{lead}</p>}
    </div>
  )
}

export function CheckList({ points }: { points: readonly string[] }) {
  return (
    <ul className="check-list">
      {points.map((point) => (
        <li key={point}>
          <Icon name="check" size={18} />
          {point}
        </li>
      ))}
    </ul>
  )
}

/** The head of every page but home. */
export function PageHead({
  title,
  lead,
  children,
}: {
  title: string
  lead: string
  children?: React.ReactNode
}) {
  return (
    <div className="wrap page-head">
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      {children}
    </div>
  )
}
