import { IconSearch } from '@tabler/icons-react'
import { limits } from '@voltline/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useI18n } from '../../i18n/i18n.ts'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import classes from './operator.module.css'

const searchAfterMs = 300

export interface CountTab<V extends string> {
  value: V
  label: string
  /** Left out where nothing waits for anybody. */
  count?: number | undefined
}

/** Tab, searched words and page stand in the URL; what is not in it is the first tab, nothing and page 1. */
export function useQueue<V extends string>(values: readonly [V, ...V[]]) {
  const [query, setQuery] = useSearchParams()
  const change = (values: Record<string, string>) =>
    setQuery(
      (before) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === '') before.delete(name)
          else before.set(name, value)
        }
        return before
      },
      { replace: true },
    )
  return {
    tab: values.find((value) => value === query.get('tab')) ?? values[0],
    words: query.get('words') ?? '',
    pageNo: pageIn(query),
    query,
    change,
    setTab: (tab: V) => change({ tab: tab === values[0] ? '' : tab, pageNo: '', request: '' }),
    setWords: (words: string) => change({ words, pageNo: '' }),
    setPage: (page: number) => change({ pageNo: page === 1 ? '' : String(page) }),
  }
}

function pageIn(query: URLSearchParams): number {
  const page = Number(query.get('pageNo') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= limits.pageNoMax ? page : 1
}

/** Searches a while after the last letter. */
export function QueueSearch(props: { label: string; words: string; onSearch: (words: string) => void }) {
  const [typed, setTyped] = useState(props.words)
  const latest = useRef(props.onSearch)
  latest.current = props.onSearch
  const { words } = props
  useEffect(() => {
    if (typed === words) return
    const timer = setTimeout(() => latest.current(typed), searchAfterMs)
    return () => clearTimeout(timer)
  }, [typed, words])
  return (
    <TextField
      label={props.label}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
      maxLength={limits.nameMax}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}

export function CountTabs<V extends string>(props: {
  label: string
  value: V
  tabs: readonly CountTab<V>[]
  onChange: (value: V) => void
  children: ReactNode
}) {
  const { number } = useI18n()
  const tabs = props.tabs.map(({ value, label, count }) => ({
    value,
    label: (
      <span className={classes.tab}>
        {label}
        {count ? <span className={classes.tabCount}>{number(count)}</span> : null}
      </span>
    ),
  }))
  return (
    <div className={classes.tabs}>
      <Tabs label={props.label} value={props.value} tabs={tabs} onChange={props.onChange}>
        {props.children}
      </Tabs>
    </div>
  )
}
