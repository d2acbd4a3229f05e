import { day, type Instant, instant, minute } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { seededNumbers } from '../../../../testing/hostile/inputs.ts'
import { quarterMs } from '../../reports/rollup/quarter.ts'
import { cut, type Quarters, type Span, touchedQuarters, unionBefore } from './period.ts'

const start = instant(Date.parse('2026-11-01T00:00:00Z'))
const at = (minutes: number): Instant => instant(start + minutes * minute)

const spansOf = ({ utcDay, first, last }: Quarters): Span => {
  const midnight = Date.parse(`${utcDay}T00:00:00Z`)
  return { from: instant(midnight + (first - 1) * quarterMs), to: instant(midnight + last * quarterMs) }
}
const lengthOf = (spans: readonly Span[]) => spans.reduce((sum, { from, to }) => sum + (to - from), 0)

test('a span is exactly its whole quarter-hours and its ends', () => {
  const random = seededNumbers(7)
  for (let tried = 0; tried < 500; tried++) {
    const from = instant(start + random(3 * day))
    const to = instant(from + random(tried % 2 ? 2 * day : 30 * minute))
    const { quarters, edges } = cut({ from, to })
    const spans = [...quarters.map(spansOf), ...edges].sort((a, b) => a.from - b.from)
    expect(lengthOf(spans)).toBe(to - from)
    expect(edges.every((edge) => edge.to - edge.from < 2 * quarterMs)).toBe(true)
    if (from < to) expect([spans[0]?.from, spans.at(-1)?.to]).toEqual([from, to])
  }
})

test('a period of whole hours has no ends, and what it touches is what it holds', () => {
  const hours = { from: at(60), to: at(24 * 60 + 120) }
  expect(cut(hours)).toEqual({
    quarters: [
      { utcDay: '2026-11-01', first: 5, last: 96 },
      { utcDay: '2026-11-02', first: 1, last: 8 },
    ],
    edges: [],
  })
  expect(touchedQuarters({ from: at(61), to: instant(at(119) - 1) })).toEqual([
    { utcDay: '2026-11-01', first: 5, last: 8 },
  ])
})

test('what several periods cover counts once, and only before the end', () => {
  const periods = [
    { from: at(30), to: at(60) },
    { from: at(0), to: at(40) },
    { from: at(90), to: at(100) },
    { from: at(35), to: at(36) },
    { from: at(500), to: at(600) },
  ]
  expect(unionBefore(periods, at(95))).toEqual([
    { from: at(0), to: instant(at(60) + 1) },
    { from: at(90), to: at(95) },
  ])
})
