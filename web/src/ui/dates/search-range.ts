import { limits } from '@voltline/contract'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type DayRange, dayAt, isRange, lastDays } from './range.ts'

/** A report's range, kept in the URL; without a good one the last 7 days ending today, or as many as given. */
export function useSearchRange(
  offsetMinutes: number,
  daysMax: number,
  daysDefault: number = limits.reportDaysDefault,
) {
  const [query, setQuery] = useSearchParams()
  const [openedAt] = useState(Date.now)
  const today = dayAt(openedAt, offsetMinutes)
  const start = query.get('startDate') ?? ''
  const end = query.get('endDate') ?? ''
  const range = useMemo<DayRange>(
    () => (isRange({ start, end }, daysMax) ? { start, end } : lastDays(daysDefault, today)),
    [start, end, today, daysMax, daysDefault],
  )
  function search(next: DayRange) {
    setQuery((before) => {
      before.set('startDate', next.start)
      before.set('endDate', next.end)
      return before
    })
  }
  return { range, today, daysMax, search }
}
