import { IconSearch } from '@tabler/icons-react'
import { limits } from '@voltline/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { TextField } from '../fields/text-field.tsx'

const searchAfterMs = 300

/** Searches a moment after the last keystroke. */
export function QueueSearch(props: { label: string; words: string; onSearch: (words: string) => void }) {
  const { label, words } = props
  const [typed, setTyped] = useState(words)
  const search = useEffectEvent(props.onSearch)
  useEffect(() => {
    if (typed === words) return
    const timer = setTimeout(() => search(typed), searchAfterMs)
    return () => clearTimeout(timer)
  }, [typed, words])
  return (
    <TextField
      label={label}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
      maxLength={limits.nameMax}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
