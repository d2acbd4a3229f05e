import { after, instant } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { appendMsMax } from './event-reader.ts'
import { progressAfter } from './progress.ts'

const now = instant(Date.parse('2026-11-15T03:00:00Z'))
const earlier = after(now, -60_000)
const before = after(now, -120_000)
const batch = {
  now,
  billedUntil: before,
  mark: { tx: 50n, at: earlier },
  horizon: { oldestOpen: 50n, own: 90n },
  hasMore: false,
}

describe('billing has caught up', () => {
  test('to the mark, less the time a writer may take, once all writers of its time have ended', () => {
    expect(progressAfter(batch)).toEqual({
      billedUntil: after(earlier, -appendMsMax),
      mark: { tx: 90n, at: now },
    })
  })

  test('not while such a writer is open, and not while events are left to read', () => {
    const unchanged = { billedUntil: before, mark: batch.mark }
    expect(progressAfter({ ...batch, horizon: { oldestOpen: 49n, own: 90n } })).toEqual(unchanged)
    expect(progressAfter({ ...batch, hasMore: true })).toEqual(unchanged)
  })

  test('not before there is a mark', () => {
    expect(progressAfter({ ...batch, mark: undefined })).toEqual({
      billedUntil: before,
      mark: { tx: 90n, at: now },
    })
  })
})

test('a clock that was set back starts over', () => {
  const startedOver = { billedUntil: 0, mark: { tx: 90n, at: now } }
  expect(progressAfter({ ...batch, mark: { tx: 50n, at: after(now, 1) } })).toEqual(startedOver)
  expect(progressAfter({ ...batch, billedUntil: after(now, 1 - appendMsMax) })).toEqual(startedOver)
})
