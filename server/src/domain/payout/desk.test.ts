import { type Month, noMoney, won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { decide, payableOf, sourcesOf } from './desk.ts'

const month = (name: string, amount: number) => ({ month: name as Month, amountMicros: won(amount) })
const corrections = (amount: number) => ({ month: undefined, amountMicros: won(amount) })

describe('the sources of a payout', () => {
  const earnings = [month('2026-08', 100), month('2026-09', 200), month('2026-10', 300)]

  test('are the oldest revenue that earlier requests left', () => {
    expect(sourcesOf(earnings, { earlierMicros: noMoney, amountMicros: won(250) })).toEqual([
      month('2026-08', 100),
      month('2026-09', 150),
    ])
    expect(sourcesOf(earnings, { earlierMicros: won(150), amountMicros: won(450) })).toEqual([
      month('2026-09', 150),
      month('2026-10', 300),
    ])
    expect(payableOf(earnings, won(150), noMoney)).toBe(won(450))
    expect(payableOf(earnings, won(150), won(50))).toBe(won(400))
  })

  test('include positive corrections; negative ones reduce the oldest months', () => {
    expect(
      sourcesOf([...earnings, corrections(50)], { earlierMicros: won(600), amountMicros: won(50) }),
    ).toEqual([corrections(50)])
    expect(
      sourcesOf([...earnings, corrections(-120)], { earlierMicros: noMoney, amountMicros: won(480) }),
    ).toEqual([month('2026-09', 180), month('2026-10', 300)])
  })
})

test('an operator holds, releases or completes a request; a completed one is final', () => {
  expect(decide('WAITING', { status: 'HOLD', reason: 'Bank book is missing' }).ok).toBe(true)
  expect(decide('WAITING', { status: 'HOLD', reason: '' }).ok).toBe(false)
  expect(decide('HOLD', { status: 'WAITING', reason: '' }).ok).toBe(true)
  for (const status of ['WAITING', 'HOLD', 'COMPLETE'] as const) {
    expect(decide('COMPLETE', { status, reason: 'x' }).ok).toBe(false)
  }
})
