import { type Instant, instant, type Month } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { monthsToClose } from './close-month.ts'

const at = (text: string): Instant => instant(Date.parse(text))
const first = '2026-09' as Month
/** Midnight in Seoul at the end of October. */
const octoberEnds = at('2026-10-31T15:00:00Z')

test('Q-71 a month is closed once it has ended in Seoul and all of its events are final', () => {
  const later = at('2026-11-20T00:00:00Z')
  expect(monthsToClose(first, octoberEnds, later)).toEqual(['2026-09', '2026-10'])
  expect(monthsToClose(first, later, octoberEnds)).toEqual(['2026-09', '2026-10'])
  expect(monthsToClose(first, later, instant(octoberEnds - 1))).toEqual(['2026-09'])
  expect(monthsToClose('2026-11' as Month, later, later)).toEqual([])
})
