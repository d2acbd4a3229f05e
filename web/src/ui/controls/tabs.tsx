import { Tabs as MantineTabs } from '@mantine/core'
import type { ReactNode } from 'react'

export function Tabs<V extends string>(props: {
  label: string
  value: V
  tabs: readonly { value: V; label: ReactNode }[]
  onChange: (value: V) => void
  children: ReactNode
}) {
  return (
    <MantineTabs
      value={props.value}
      onChange={(value) => {
        const chosen = props.tabs.find((tab) => tab.value === value)
        if (chosen) props.onChange(chosen.value)
      }}
    >
      <MantineTabs.List aria-label={props.label}>
        {props.tabs.map((tab) => (
          <MantineTabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      <MantineTabs.Panel value={props.value}>{props.children}</MantineTabs.Panel>
    </MantineTabs>
  )
}
