import type { ActionType } from '@voltline/contract'
import {
  type AdId,
  assert,
  type CustomerId,
  day,
  hour,
  type Instant,
  instant,
  type MediumId,
  type Micros,
  type Millionths,
  micros,
  noMoney,
  split,
} from '@voltline/kernel'
import type { AdAddition } from '../ad/spending/spent-store.ts'
import type { MediumOwner } from '../app/medium-owner.ts'
import { cashOf, network, revenueOf, voltsOf } from '../ledger/account.ts'
import type { Charge, ChargeGroup } from '../ledger/charge-store.ts'
import { VoltsAdditions } from '../ledger/device-volts.ts'
import type { Transfer } from '../ledger/ledger.ts'
import { offerOf } from '../quality/evidence/evidence.ts'
import { AdMediaAdditions } from '../reports/rollup/ad-media.ts'
import type { RollupCount } from '../reports/rollup/sums.ts'
import { RollupAdditions } from '../reports/rollup/write-rollups.ts'
import type { CountedEvent, InvalidEvent } from './counting.ts'

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
  /** Names the batch: no two batches that charge have the same. */
  batchKey: string
}

export interface Charges {
  groups: ChargeGroup[]
  volts: VoltsAdditions
  adRollups: RollupAdditions<AdId>
  mediumRollups: RollupAdditions<MediumId>
}

/** The charges of an advertiser in an app on one day, to be moved by one transfer. */
class OpenGroup {
  readonly charges: Charge[] = []
  readonly #advertiser: CustomerId
  readonly #medium: MediumOwner
  #price = 0n
  #publisher = 0n
  #user = 0n
  #latest = instant(0)

  constructor(advertiser: CustomerId, medium: MediumOwner) {
    this.#advertiser = advertiser
    this.#medium = medium
  }

  add(charge: Charge): void {
    this.charges.push(charge)
    this.#price += charge.priceMicros
    this.#publisher += charge.publisherMicros
    this.#user += charge.userMicros
    if (charge.receivedAt > this.#latest) this.#latest = charge.receivedAt
  }

  close(key: string): ChargeGroup {
    const { appId, publisher } = this.#medium
    const transfer: Transfer = {
      key,
      kind: 'CHARGE',
      from: cashOf(this.#advertiser),
      to: [
        [revenueOf(publisher), micros(this.#publisher)],
        [voltsOf(appId), micros(this.#user)],
        [network, micros(this.#price - this.#publisher - this.#user)],
      ],
      at: this.#latest,
    }
    return { transfer, charges: this.charges }
  }
}

const seoulOffsetMs = 9 * hour

/** A UTC day, cut at Seoul's midnight: statements are by Seoul month, and a transfer has one time. */
const dayKey = (at: Instant): string => `${Math.floor(at / day)}.${Math.floor((at + seoulOffsetMs) / day)}`

/**
 * One transfer for the charges of each advertiser, app and day, at the price terms of the batch, and what all counted
 * events add to the rollups.
 */
export function chargesOf({ counted, ads, media, networkShare, batchKey }: ChargeInput): Charges {
  const adRollups = new RollupAdditions<AdId>()
  const mediumRollups = new RollupAdditions<MediumId>()
  const volts = new VoltsAdditions()
  const groups = new Map<string, OpenGroup>()
  for (const { event, isBillable, chargedMicros } of counted) {
    const { adId, mediumId, receivedAt } = event
    const { offerCountry: country, isRivalPrice: runnerUp } = offerOf(event.evidence)
    adRollups.count(adId, { receivedAt, country }, rollupCount[event.action])
    mediumRollups.count(mediumId, { receivedAt, country }, rollupCount[event.action])
    if (isBillable && chargedMicros === 0n) {
      adRollups.count(adId, { receivedAt, country }, 'unpaid')
      mediumRollups.count(mediumId, { receivedAt, country }, 'unpaid')
    }
    if (chargedMicros === 0n) continue
    const advertiser = ads.get(adId)?.advertiser
    const medium = media.get(mediumId)
    assert(advertiser !== undefined && medium, 'a charged event has its ad and its medium')
    const shares = split(chargedMicros, networkShare)
    adRollups.pay(adId, { receivedAt, country }, chargedMicros)
    mediumRollups.pay(mediumId, { receivedAt, country }, shares.publisher)
    volts.add({ appId: medium.appId, deviceId: event.deviceId }, shares.user)
    const key = `${advertiser} ${medium.appId} ${networkShare} ${dayKey(receivedAt)}`
    let group = groups.get(key)
    if (!group) {
      group = new OpenGroup(advertiser, medium)
      groups.set(key, group)
    }
    const { issueDay, offerId, action, deviceId } = event
    group.add({
      ...{ issueDay, offerId, action, receivedAt, adId, mediumId, deviceId, country, runnerUp },
      ...{ priceMicros: chargedMicros, publisherMicros: shares.publisher, userMicros: shares.user },
    })
  }
  const closed = [...groups].map(([key, group]) => group.close(`${batchKey} ${key}`))
  return { groups: closed, volts, adRollups, mediumRollups }
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

/** What events add to the figures of their ads by unit. */
export function adMediaOf(events: {
  counted: readonly CountedEvent[]
  invalid: readonly InvalidEvent[]
}): AdMediaAdditions {
  const additions = new AdMediaAdditions()
  for (const { event, chargedMicros } of events.counted) {
    additions.count(event)
    if (chargedMicros > 0n) additions.pay(event, chargedMicros)
  }
  for (const { event } of events.invalid) additions.countInvalid(event)
  return additions
}
