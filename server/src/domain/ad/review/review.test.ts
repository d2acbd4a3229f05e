import type { AdReview } from '@voltline/contract'
import { instant, wholeWon, won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import type { AdContent } from '../ad.ts'
import { judge, type Review, reviewAfterEdit, shownReview } from './review.ts'

const before = instant(1_000)
const now = instant(2_000)

const content: AdContent = {
  comment: '',
  platform: 'AOS',
  urls: { aos: 'https://example.com/app', ios: '' },
  materials: ['a.png'],
  countries: ['KR'],
  adult: false,
  week: [1, 1, 1, 1, 1, 1, 1],
  dayLimitMicros: won(1_000),
  budgetLimitMicros: won(1_000),
  minCostWon: wholeWon(10),
  maxCostWon: wholeWon(20),
  gmId: 0,
  audId: 0,
  videoSeconds: 0,
  appInfo: null,
}
const reviewOf = (state: AdReview): Review => ({
  state,
  reason: state === 'REJECTED' ? 'No' : '',
  changedAt: state === '' ? undefined : before,
})
const waiting: Review = { state: 'WAITING', reason: '', changedAt: now }

describe('an edited ad', () => {
  const after = (state: AdReview, change: Partial<AdContent>) =>
    reviewAfterEdit({ ...content, review: reviewOf(state) }, { ...content, ...change }, now)

  test.each<Partial<AdContent>>([
    { materials: ['b.png'] },
    { materials: ['a.png', 'b.png'] },
    { urls: { aos: 'https://example.com/other', ios: '' } },
    { urls: { aos: '', ios: 'https://example.com/app' } },
  ])('with new material or a new target waits for review again: %o', (change) => {
    expect(after('APPROVED', change)).toEqual(waiting)
    expect(after('REJECTED', change)).toEqual(waiting)
    expect(after('WAITING', change)).toEqual(waiting)
    expect(after('', change)).toEqual(reviewOf(''))
  })

  test.each<Partial<AdContent>>([
    { comment: 'x', countries: ['JP'], adult: true },
    { week: [0, 1, 1, 1, 1, 1, 1], dayLimitMicros: won(5), budgetLimitMicros: won(5) },
    { minCostWon: wholeWon(11), maxCostWon: wholeWon(12), gmId: 1, audId: 1 },
  ])('with other changes keeps its verdict: %o', (change) => {
    for (const state of ['APPROVED', 'REJECTED', 'WAITING'] as const) {
      expect(after(state, change)).toEqual(reviewOf(state))
    }
  })
})

describe('a verdict', () => {
  const approve = { approve: true, reason: '' }
  const reject = { approve: false, reason: 'Shows a weapon' }

  test('an approval keeps the status and clears the reason', () => {
    expect(judge({ review: reviewOf('REJECTED'), status: 'WAITING' }, approve, now)).toEqual({
      ok: true,
      value: { review: { state: 'APPROVED', reason: '', changedAt: now }, status: 'WAITING' },
    })
  })

  test('a rejection stops an ad in progress; a complete one stays complete', () => {
    const statusAfter = (status: 'INPROGRESS' | 'WAITING' | 'COMPLETE') => {
      const judged = judge({ review: reviewOf('APPROVED'), status }, reject, now)
      return judged.ok ? [judged.value.review.state, judged.value.status] : judged.error
    }
    expect(statusAfter('INPROGRESS')).toEqual(['REJECTED', 'WAITING'])
    expect(statusAfter('WAITING')).toEqual(['REJECTED', 'WAITING'])
    expect(statusAfter('COMPLETE')).toEqual(['REJECTED', 'COMPLETE'])
  })

  test('a rejection needs a reason, and an ad that never ran has nothing to judge', () => {
    const ad = { review: reviewOf('WAITING'), status: 'INPROGRESS' } as const
    expect(judge(ad, { ...reject, reason: '' }, now)).toMatchObject({ error: 'UNKNOWN' })
    expect(judge({ review: reviewOf(''), status: 'FIRST' }, approve, now)).toMatchObject({ error: 'UNKNOWN' })
  })
})

test('without reviews no ad waits for one, but verdicts stay', () => {
  expect(shownReview('WAITING', 'off')).toBe('')
  expect(shownReview('REJECTED', 'off')).toBe('REJECTED')
  expect(shownReview('WAITING', 'after')).toBe('WAITING')
})
