import type { ActionType } from '@voltline/contract'
import {
  type AdId,
  assert,
  type CustomerId,
  type MediumId,
  type Micros,
  type Millionths,
  noMoney,
  split,
} from '@voltline/kernel'
import type { AdAddition } from '../ad/spending/spent-store.ts'
import type { MediumOwner } from '../app/medium-owner.ts'
import { cashOf, network, revenueOf, voltsOf } from '../ledger/account.ts'
import type { Transfer } from '../ledger/ledger.ts'
import { RollupAdditions, type RollupCount } from '../reports/rollup/write-rollups.ts'
import { type CountedEvent, eventKey } from './counting.ts'

const rollupCount: Record<ActionType, RollupCount> = {
  IMPRESSION: 'impressions',
  CLICK: 'clicks',
  WATCH: 'watches',
  INSTALL: 'installs',
  ACTION: 'actions',
}

export interface ChargeInput {
  counted: readonly CountedEvent[]
  ads: ReadonlyMap<AdId, { advertiser: CustomerId }>
  media: ReadonlyMap<MediumId, MediumOwner>
  networkShare: Millionths
}

export interface Charges {
  transfers: Transfer[]
  adRollups: RollupAdditions<AdId>
  mediumRollups: RollupAdditions<MediumId>
}

/** One transfer for each charged event, and what all counted events add to the rollups. */
export function chargesOf({ counted, ads, media, networkShare }: ChargeInput): Charges {
  const adRollups = new RollupAdditions<AdId>()
  const mediumRollups = new RollupAdditions<MediumId>()
  const transfers: Transfer[] = []
  for (const { event, isBillable, chargedMicros } of counted) {
    const { adId, mediumId, receivedAt } = event
    adRollups.count(adId, receivedAt, rollupCount[event.action])
    mediumRollups.count(mediumId, receivedAt, rollupCount[event.action])
    if (isBillable && chargedMicros === 0n) {
      adRollups.count(adId, receivedAt, 'unpaid')
      mediumRollups.count(mediumId, receivedAt, 'unpaid')
    }
    if (chargedMicros === 0n) continue
    const ad = ads.get(adId)
    const medium = media.get(mediumId)
    assert(ad && medium, 'a charged event has its ad and its medium')
    const shares = split(chargedMicros, networkShare)
    adRollups.pay(adId, receivedAt, chargedMicros)
    mediumRollups.pay(mediumId, receivedAt, shares.publisher)
    transfers.push({
      key: eventKey(event),
      kind: 'CHARGE',
      from: cashOf(ad.advertiser),
      to: [
        [revenueOf(medium.publisher), shares.publisher],
        [voltsOf({ appId: medium.appId, deviceId: event.deviceId }), shares.user],
        [network, shares.network],
      ],
      at: receivedAt,
    })
  }
  return { transfers, adRollups, mediumRollups }
}

/** What the counted events add to the lifetime counts of their ads. */
export function adAdditions(
  counted: readonly CountedEvent[],
  spentByAd: ReadonlyMap<AdId, Micros>,
): AdAddition[] {
  const additions = new Map<AdId, AdAddition>()
  for (const { event, isBillable, chargedMicros } of counted) {
    const { adId, action } = event
    let addition = additions.get(adId)
    if (!addition) {
      const spentMicros = spentByAd.get(adId) ?? noMoney
      addition = { adId, impressions: 0, clicks: 0, billable: 0, billed: 0, spentMicros }
      additions.set(adId, addition)
    }
    if (action === 'IMPRESSION') addition.impressions += 1
    if (action === 'CLICK') addition.clicks += 1
    if (isBillable) addition.billable += 1
    if (chargedMicros > 0n) addition.billed += 1
  }
  return [...additions.values()]
}
