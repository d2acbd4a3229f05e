import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Tabs } from '../controls/tabs.tsx'
import { Card } from '../page/card.tsx'
import { PageHead } from '../page/page.tsx'
import shared from '../theme/shared.module.css'
import classes from './queue-page.module.css'
import { QueueSearch } from './queue-search.tsx'
import type { Queue } from './use-queue.ts'

interface CountTab<V extends string> {
  value: V
  label: string
  /** How many wait; left out where nobody acts on them. */
  count?: number | undefined
}

interface QueuePageProps<V extends string> {
  title: string
  facts: ReactNode
  actions?: ReactNode
  queue: Queue<V>
  tabs: readonly CountTab<V>[]
  /** The label of the search field; without it the queue has none. */
  search?: string
  /** At the end of the search line, such as a sum. */
  summary?: ReactNode
  /** Beside the list on a wide screen: the open entry. */
  beside?: ReactNode
  children: ReactNode
}

function TabLabel({ label, count }: { label: string; count: number | undefined }) {
  const { number } = useI18n()
  return (
    <span className={classes.tab}>
      {label}
      {count ? <span className={classes.tabCount}>{number(count)}</span> : null}
    </span>
  )
}

/** A list of entries that wait for a decision: tabs with counts, a search, the list, and the open entry beside it. */
export function QueuePage<V extends string>(props: QueuePageProps<V>) {
  const { title, queue, search, beside } = props
  return (
    <>
      <PageHead title={title} facts={props.facts} actions={props.actions} />
      <div className={beside ? `${classes.split} ${classes.splitOpen}` : classes.split}>
        <Card pad="none">
          <div className={classes.tabs}>
            <Tabs
              label={title}
              value={queue.tab}
              tabs={props.tabs.map(({ value, label, count }) => ({
                value,
                label: <TabLabel label={label} count={count} />,
              }))}
              onChange={queue.setTab}
            >
              {search ? (
                <div className={`${shared.filters} ${classes.filters}`}>
                  <QueueSearch label={search} words={queue.words} onSearch={queue.setWords} />
                  {props.summary}
                </div>
              ) : null}
              {props.children}
            </Tabs>
          </div>
        </Card>
        {beside}
      </div>
    </>
  )
}
