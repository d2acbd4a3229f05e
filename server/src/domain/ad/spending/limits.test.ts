import type { AdId, CampaignId, CustomerId, Micros } from '@voltline/kernel'
import { instant, micros, wholeWon, won } from '@voltline/kernel'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exceededLimit, leastCharge, type Remaining } from '../afford.ts'
import { type ChargedAd, isUsedUp, SpendingLimits } from './limits.ts'

const receivedAt = instant(Date.parse('2026-11-15T03:00:00Z'))
const day = { startsAt: instant(0), endsAt: instant(receivedAt + 1) }
const advertiser = 3 as CustomerId
const campaignId = 2 as CampaignId

function limitsOf(remaining: Remaining) {
  const ad: ChargedAd = {
    id: 1 as AdId,
    campaignId,
    advertiser,
    billingType: 'CPC',
    dayLimitMicros: remaining.day,
    budgetLimitMicros: remaining.ad,
    spentMicros: micros(0n),
    minCostWon: wholeWon(1),
  }
  const campaign = { id: campaignId, budgetMicros: remaining.campaign, spentMicros: micros(0n) }
  const limits = new SpendingLimits(
    {
      ads: new Map([[ad.id, ad]]),
      campaigns: new Map([[campaignId, campaign]]),
      cashMicros: new Map([[advertiser, remaining.cash]]),
      dayOf: () => day,
    },
    [],
  )
  return { limits, charge: (priceMicros: Micros) => limits.charge(ad, { priceMicros, receivedAt }) }
}

describe('a batch', () => {
  const amount = fc.bigInt({ min: 0n, max: 5_000_000n }).map(micros)

  test('never spends more than the smallest limit, and charges whole prices only', () => {
    fc.assert(
      fc.property(
        fc.record({ ad: amount, campaign: amount, cash: amount, day: amount }),
        fc.array(amount, { maxLength: 20 }),
        (remaining, prices) => {
          const { limits, charge } = limitsOf(remaining)
          let spent = 0n
          for (const price of prices) {
            const left = (limit: keyof Remaining) => micros(remaining[limit] - spent)
            const expected = exceededLimit(
              { ad: left('ad'), campaign: left('campaign'), cash: left('cash'), day: left('day') },
              price,
            )
            const charged = charge(price)
            expect(charged).toBe(expected === undefined ? price : 0n)
            spent += charged
          }
          expect(limits.spentByCampaign.get(campaignId) ?? 0n).toBe(spent)
          expect(limits.chargedDays.map(({ spentMicros }) => spentMicros)).toEqual(spent > 0n ? [spent] : [])
        },
      ),
    )
  })

  test('uses up an ad once its limit no longer covers its least charge', () => {
    const plenty = won(100)
    const { limits, charge } = limitsOf({ ad: won(3), campaign: plenty, cash: plenty, day: plenty })
    charge(won(2))
    expect(limits.usedUpAds).toEqual([])
    charge(micros(1n))
    expect(limits.usedUpAds).toEqual([1])
  })
})

test('an amount is used up exactly when it exceeds the limit at the least charge', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -10n, max: 3_000_000n }).map(micros),
      fc.constantFrom('CPM' as const, 'CPC' as const),
      fc.integer({ min: 1, max: 2_000 }).map(wholeWon),
      (remaining, billingType, minCostWon) => {
        const limits = { ad: remaining, campaign: remaining, cash: remaining, day: remaining }
        const exceeded = exceededLimit(limits, leastCharge({ billingType, minCostWon }))
        return isUsedUp(remaining, { billingType, minCostWon }) === (exceeded !== undefined)
      },
    ),
  )
})
