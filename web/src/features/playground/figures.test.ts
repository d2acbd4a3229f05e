import type { DemoBid, DemoDecision } from '@voltline/contract'
import { expect, test } from 'vitest'
import { chargedOf, isBilling, priceReason, rankOf, restOf } from './figures.ts'

const terms = { bidMicros: 14_000_000, floorMicros: 8_000_000, rateOver: 500, rateUnder: 1_000 }
const bid = (outcome: DemoBid['outcome']): DemoBid => ({
  ...{ proID: 1, name: 'Roof tiles', advertiser: 'Moonjar Studio', billingType: 'CPV', outcome, terms },
})
const decision = (events: DemoDecision['events']): DemoDecision => ({
  ...{ number: 1, at: '', medID: 1, product: 'VIDEO', platform: 'AOS', country: 'KR', answer: 'SUCCESS' },
  ...{ bids: [], events },
})
const charge = {
  priceMicros: 12_003_217,
  publisherMicros: 8_402_252,
  networkMicros: 2_400_644,
  userMicros: 1_200_321,
}

test('digits below the second decimal are kept to the last micro-won', () => {
  expect([12_000_000, 12_003_217, 4_200_500, 7].map(restOf)).toEqual(['', '3217', '05', '0007'])
})

test('a rank is the expected price of 1,000 impressions', () => {
  expect(rankOf(terms)).toBe(7_000)
})

test('charges of several events add up share by share, and the shares to the price', () => {
  const sum = chargedOf([
    decision([
      { action: 'IMPRESSION', at: '', state: 'COUNTED' },
      { action: 'WATCH', at: '', state: 'CHARGED', charge },
    ]),
    decision([{ action: 'WATCH', at: '', state: 'CHARGED', charge }]),
  ])
  expect(sum.priceMicros).toBe(24_006_434)
  expect(sum.publisherMicros + sum.networkMicros + sum.userMicros).toBe(sum.priceMicros)
})

test('a visit is being billed while an event of it is', () => {
  expect(isBilling([decision([{ action: 'WATCH', at: '', state: 'CHARGED', charge }])])).toBe(false)
  expect(isBilling([decision([{ action: 'WATCH', at: '', state: 'BILLING' }])])).toBe(true)
})

test('the price is the runner-up’s, or the floor of a winner that is alone or far ahead', () => {
  expect(priceReason([bid('won'), bid('second')], 12_000_000)).toBe('second')
  expect(priceReason([bid('won'), bid('second')], 8_000_000)).toBe('heldAtFloor')
  expect(priceReason([bid('won'), bid('country')], 8_000_000)).toBe('alone')
})
