import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useI18n } from '../../i18n/i18n.ts'
import { Tabs } from '../../ui/parts.tsx'

export interface CountTab<V extends string> {
  value: V
  label: string
  /** Left out where nothing waits for anybody. */
  count?: number | undefined
}

/** Tabs whose choice stands in the URL; the first is the one without it. */
export function useTab<V extends string>(values: readonly [V, ...V[]]): [V, (value: V) => void] {
  const [query, setQuery] = useSearchParams()
  const tab = values.find((value) => value === query.get('tab')) ?? values[0]
  return [tab, (value) => setQuery(value === values[0] ? {} : { tab: value })]
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
      <span className="op-tab">
        {label}
        {count ? <span className="op-tab-count">{number(count)}</span> : null}
      </span>
    ),
  }))
  return (
    <div className="op-tabs">
      <Tabs label={props.label} value={props.value} tabs={tabs} onChange={props.onChange}>
        {props.children}
      </Tabs>
    </div>
  )
}
