import type { ReactNode } from 'react'
import classes from './comparison.module.css'

export interface Compared {
  key: string
  name: string
  /** What the figures say, in a sentence. */
  text: string
  /** Ratios from 0 to 1. */
  value: number
  norm: number
  /** At the right of the name. */
  note?: ReactNode
}

const widthOf = (ratio: number) => `${Math.min(100, Math.max(0, ratio * 100))}%`

/** What was unusual: each ratio above the one that is usual. The bars repeat the sentence, for the eye. */
export function Comparisons(props: {
  items: readonly Compared[]
  labels: { value: string; norm: string }
  percent: (ratio: number) => string
}) {
  const bar = (label: string, ratio: number, className: string | undefined) => (
    <div className={classes.line}>
      <span>{label}</span>
      <span className={classes.bar}>
        <i className={className} style={{ width: widthOf(ratio) }} />
      </span>
      <span className={classes.figure}>{props.percent(ratio)}%</span>
    </div>
  )
  return (
    <ul className={classes.list}>
      {props.items.map((item) => (
        <li key={item.key}>
          <div className={classes.head}>
            <b>{item.name}</b>
            {item.note}
          </div>
          <p className={classes.text}>{item.text}</p>
          <div aria-hidden="true">
            {bar(props.labels.value, item.value, classes.value)}
            {bar(props.labels.norm, item.norm, classes.norm)}
          </div>
        </li>
      ))}
    </ul>
  )
}
