import type { NoServeReason } from '@voltline/contract'
import { instant, type MicrosNumber } from '@voltline/kernel'
import { expect, test } from 'vitest'
import type { ServingTerms } from '../eligible.ts'
import { utilisationOf } from './utilisation.ts'

const today = instant(1_000)
const micros = (amount: number) => amount as MicrosNumber

const anAd = (reason: NoServeReason | undefined, spent: number, spentToday: number) => ({
  reason,
  advertiser: { moment: { weekday: 0, hour: 0, dayStartsAt: today } },
  spentDays: [
    { startsAt: instant(0), spentMicros: micros(999) },
    { startsAt: today, spentMicros: micros(spentToday) },
  ],
  state: {
    ...{
      status: 'INPROGRESS',
      review: 'APPROVED',
      billingType: 'CPM',
      week: [],
      impressions: 0,
      billableEvents: 0,
    },
    ...{ minPriceMicros: micros(1), maxPriceMicros: micros(1), spentMicros: micros(spent) },
    ...{ budgetLimitMicros: micros(1_000), dayLimitMicros: micros(100) },
  } satisfies ServingTerms,
})

test('utilisation is the spent share of the limits that ads have reached', () => {
  const ads = [
    anAd('ad_limit', 990, 0),
    anAd('day_limit', 500, 78),
    anAd('hour_off', 1, 1),
    anAd(undefined, 1, 1),
  ]
  expect(utilisationOf(ads)).toBeCloseTo((990 + 78) / 1_100)
})

test('no limit reached, no utilisation', () => {
  expect(utilisationOf([anAd(undefined, 1, 1), anAd('cash', 1, 1)])).toBeUndefined()
})
