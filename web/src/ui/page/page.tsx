import { type ReactNode, useEffect } from 'react'
import classes from './page.module.css'

/** The head of a page: its name, one line of facts, what can be done. */
export function PageHead(props: { title: string; facts?: ReactNode; actions?: ReactNode }) {
  useTitle(props.title)
  return (
    <header className={classes.pageHead}>
      <div>
        <h1>{props.title}</h1>
        {props.facts ? <p>{props.facts}</p> : null}
      </div>
      {props.actions ? <div className={classes.actions}>{props.actions}</div> : null}
    </header>
  )
}

/** The window's title, which a screen reader says first after a navigation. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Voltline`
  }, [title])
}
