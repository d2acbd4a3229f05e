import { adDimensions, adMetrics } from '@voltline/contract'
import type { Day } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { daysOf, nextSort, rangeNames, readView, withChange } from './view-address.ts'

const today = '2026-11-16' as Day
const side = {
  dimensions: adDimensions,
  metrics: adMetrics,
  metricsDefault: ['impressions', 'spend'] as const,
}
const read = (text: string) => readView(new URLSearchParams(text), side, { today, daysMax: 180 })

test('named ranges are days up to today, and months of the calendar', () => {
  expect(rangeNames.map((name) => Object.values(daysOf(name, today)).join(' '))).toEqual([
    '2026-11-16 2026-11-16',
    '2026-11-15 2026-11-15',
    '2026-11-10 2026-11-16',
    '2026-11-03 2026-11-16',
    '2026-10-20 2026-11-16',
    '2026-10-18 2026-11-16',
    '2026-08-19 2026-11-16',
    '2026-11-01 2026-11-16',
    '2026-10-01 2026-10-31',
  ])
})

test('an address without anything is the last 7 days by day', () => {
  expect(read('')).toEqual({
    ...{ rangeName: '7d', range: { start: '2026-11-10', end: today }, compare: undefined },
    ...{ by: ['day'], metrics: ['impressions', 'spend'], sort: undefined },
  })
})

test('an address reproduces its view, and unknown values are ignored', () => {
  const view = read(
    'startDate=2026-09-01&endDate=2026-10-15&compare=year&by=country,shoes,campaign,ad&metrics=spend,luck,ctr&sort=-ctr',
  )
  expect(view).toEqual({
    ...{ rangeName: undefined, range: { start: '2026-09-01', end: '2026-10-15' }, compare: 'year' },
    ...{ by: ['country', 'campaign'], metrics: ['spend', 'ctr'], sort: { metric: 'ctr', descending: true } },
  })
  expect(read('startDate=2020-01-01&endDate=2026-10-15&sort=luck&compare=x').rangeName).toBe('7d')
})

test('a change keeps the rest of the address, and a heading sorts down, then up', () => {
  const next = withChange(new URLSearchParams('range=7d&by=ad'), { range: '28d', by: null, sort: '-spend' })
  expect(next.toString()).toBe('range=28d&sort=-spend')
  expect(nextSort(undefined, 'spend')).toBe('-spend')
  expect(nextSort({ metric: 'spend', descending: true }, 'spend')).toBe('spend')
  expect(nextSort({ metric: 'spend', descending: false }, 'spend')).toBe('-spend')
})
