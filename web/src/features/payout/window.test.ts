import { instant } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { windowClock } from './window.ts'

const at = (text: string) => windowClock(instant(Date.parse(text)))

test('CONST-02 CONST-03 PAYOUT-24 July’s revenue is applied for by 5 August and paid by 30 September', () => {
  expect(at('2026-08-03T14:20:00+09:00')).toMatchObject({
    open: true,
    lastDay: '2026-08-05',
    paidBy: '2026-09-30',
    left: { days: 2, hours: 9, minutes: 40 },
  })
})

test('outside the window the clock counts to the next one, over the end of a year too', () => {
  expect(at('2026-12-06T00:00:00+09:00')).toMatchObject({
    open: false,
    lastDay: '2027-01-05',
    paidBy: '2027-02-28',
    left: { days: 26, hours: 0, minutes: 0 },
  })
  expect(at('2026-12-05T23:59:59+09:00').open).toBe(true)
})
