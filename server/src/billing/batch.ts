import { billedOn } from '@voltline/contract'
import { assert, type Instant, type Millionths } from '@voltline/kernel'
import { completeAds } from '../domain/ad/spending/complete.ts'
import { type Funds, SpendingLimits, type SpentDay, spentDayKey } from '../domain/ad/spending/limits.ts'
import { lockFunds } from '../domain/ad/spending/lock-funds.ts'
import { addToAds, readSpentDays, saveSpending } from '../domain/ad/spending/spent-store.ts'
import { findMediumOwners } from '../domain/app/medium-owner.ts'
import { lockBillingPosition, saveBillingPosition } from '../domain/events/billing-position.ts'
import { adAdditions, chargesOf } from '../domain/events/charges.ts'
import {
  readCounted,
  readInstalls,
  saveCounted,
  saveInstalls,
  saveInvalid,
} from '../domain/events/counted-store.ts'
import { EventCounter } from '../domain/events/counting.ts'
import type { LoggedEvent, LogPosition } from '../domain/events/event-reader.ts'
import { readEvents, readHorizon } from '../domain/events/postgres-event-reader.ts'
import { type BillingMark, progressAfter } from '../domain/events/progress.ts'
import { expireWaiting, readWaiting, saveWaiting } from '../domain/events/waiting-store.ts'
import { postCharges } from '../domain/ledger/charge-store.ts'
import { addMediumRollups, writeAdRollups } from '../domain/reports/rollup/write-rollups.ts'
import type { Tx } from '../platform/database/database.ts'

/** Another billing process has taken over, so this batch is rolled back. */
export class Fenced extends Error {
  constructor() {
    super('Another billing process has taken over.')
  }
}

export interface BatchInput {
  fence: bigint
  now: Instant
  /** Of an earlier batch of this process. */
  mark: BillingMark | undefined
  rowsMax: number
  networkShare: Millionths
}

export interface BatchOutcome {
  events: number
  charged: number
  position: LogPosition
  /** There may be more events to read. */
  hasMore: boolean
  mark: BillingMark
}

/**
 * Bills one batch in the given transaction: all of it or nothing. The tables that delivery follows notify it once, at
 * the commit.
 */
export async function billBatch(tx: Tx, input: BatchInput): Promise<BatchOutcome> {
  const position = await lockBillingPosition(tx)
  if (position.fence !== input.fence) throw new Fenced()
  // Read before the events, so that these come from a later snapshot. A snapshot's xmax would not do as the mark: it is
  // the number after the last finished transaction, and open ones can have higher numbers.
  const horizon = await readHorizon(tx)
  const events = await readEvents(tx, position, input.rowsMax)
  const hasMore = events.length === input.rowsMax
  const charged = events.length > 0 ? await billEvents(tx, input, events) : 0
  const { billedUntil, mark } = progressAfter({
    ...input,
    billedUntil: position.billedUntil,
    horizon,
    hasMore,
  })
  await saveInvalid(tx, await expireWaiting(tx, billedUntil), input.now)
  const { major, minor } = events.at(-1) ?? position
  await saveBillingPosition(tx, { major, minor, billedUntil })
  return { events: events.length, charged, position: { major, minor }, hasMore, mark }
}

/** Returns the number of charged events. */
async function billEvents(tx: Tx, input: BatchInput, events: readonly LoggedEvent[]): Promise<number> {
  const waiting = await readWaiting(tx, events)
  const all = [...waiting, ...events]
  const counted = await readCounted(tx, all)
  const funds = await lockFunds(tx, all)
  const media = await findMediumOwners(tx, [...new Set(all.map((event) => event.mediumId))])
  const installs = await readInstalls(tx, installsOf(all, funds))
  const limits = new SpendingLimits(funds, await readSpentDays(tx, billableDays(all, funds)))
  const counter = new EventCounter({
    ads: funds.ads,
    media,
    history: { counted, waiting, installs },
    charge: (ad, event) => limits.charge(ad, event),
  })
  for (const event of events) counter.take(event)
  await saveCounted(tx, counter.counted)
  const { networkShare, now } = input
  const batchKey = batchKeyOf(events)
  const charges = chargesOf({ counted: counter.counted, ads: funds.ads, media, networkShare, batchKey })
  await postCharges(tx, charges, { partition: onlyPartition, now })
  await writeAdRollups(tx, charges.adRollups)
  await addMediumRollups(tx, charges.mediumRollups, now)
  await addToAds(tx, adAdditions(counter.counted, limits.spentByAd))
  await saveSpending(tx, limits)
  const campaigns = [...limits.spentByCampaign.keys()]
  await completeAds(tx, { usedUpAds: limits.usedUpAds, campaigns }, now)
  await saveInstalls(tx, counter.installs)
  await saveWaiting(tx, counter)
  await saveInvalid(tx, counter.invalid, now)
  return charges.groups.reduce((sum, group) => sum + group.charges.length, 0)
}

/** Until the log is divided. */
const onlyPartition = 0

/** The end of the batch in the log. With the offer, it differs even from the same place in another log. */
function batchKeyOf(events: readonly LoggedEvent[]): string {
  const last = events.at(-1)
  assert(last, 'a batch that charges has events')
  return `${onlyPartition} ${last.major}.${last.minor} ${last.offerId}`
}

const installsOf = (events: readonly LoggedEvent[], { ads }: Funds) =>
  events.flatMap(({ action, adId, deviceId }) => {
    const ad = action === 'INSTALL' ? ads.get(adId) : undefined
    return ad ? [{ campaignId: ad.campaignId, deviceId }] : []
  })

/** The spending days of the billable events. */
function billableDays(events: readonly LoggedEvent[], funds: Funds): Omit<SpentDay, 'spentMicros'>[] {
  const days = new Map<string, Omit<SpentDay, 'spentMicros'>>()
  for (const event of events) {
    const ad = funds.ads.get(event.adId)
    if (!ad || billedOn[ad.billingType] !== event.action) continue
    const spentDay = { adId: ad.id, day: funds.dayOf(ad.advertiser, event.receivedAt) }
    days.set(spentDayKey(spentDay), spentDay)
  }
  return [...days.values()]
}
