import type { ReactNode } from 'react'
import { CheckList } from './text.tsx'
import classes from './volt-panel.module.css'

interface VoltPanelProps {
  /** The left column: heading, text and perhaps a button. */
  children: ReactNode
  steps: readonly (readonly [title: string, text: string])[]
  /** Two lists below both columns. */
  lists?: readonly { heading: string; points: readonly string[] }[]
}

/** The panel in the colour of volts: how a user's share moves to the main network. */
export function VoltPanel({ children, steps, lists }: VoltPanelProps) {
  return (
    <div className={`${classes.panel} ${lists ? classes.tall : ''}`}>
      <div>{children}</div>
      <ol className={classes.steps}>
        {steps.map(([title, text]) => (
          <li key={title}>
            <b>{title}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      {lists && (
        <div className={classes.lists}>
          {lists.map((list) => (
            <div key={list.heading}>
              <h3>{list.heading}</h3>
              <CheckList points={list.points} />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
