import { billedOn } from '@voltline/contract'
import { assert, type Instant, type Millionths } from '@voltline/kernel'
import { completeAds } from '../domain/ad/spending/complete.ts'
import { type Funds, SpendingLimits, type SpentDay, spentDayKey } from '../domain/ad/spending/limits.ts'
import { lockFunds } from '../domain/ad/spending/lock-funds.ts'
import { addToAds, readSpentDays, saveSpending } from '../domain/ad/spending/spent-store.ts'
import { findMediumOwners } from '../domain/app/medium-owner.ts'
import { queueCallbacks } from '../domain/callback/queue-store.ts'
import { adAdditions, adMediaOf, chargesOf } from '../domain/events/charges.ts'
import {
  readCounted,
  readInstalls,
  saveCounted,
  saveInstalls,
  saveInvalid,
  saveJudged,
} from '../domain/events/counted-store.ts'
import { type CountedEvent, EventCounter } from '../domain/events/counting.ts'
import type { LogBatch, LoggedEvent } from '../domain/events/event-reader.ts'
import {
  lockPartition,
  type PartitionState,
  savePartition,
} from '../domain/events/partitions/partition-store.ts'
import { billedUntilAfter } from '../domain/events/progress.ts'
import { saveUncharged } from '../domain/events/uncharged-store.ts'
import { expireWaiting, readWaiting, saveWaiting } from '../domain/events/waiting-store.ts'
import { type ChargeGroup, postCharges } from '../domain/ledger/charge-store.ts'
import { decidedEvents, saveTraffic } from '../domain/quality/detectors/traffic-store.ts'
import { makeJudge } from '../domain/quality/rules/judge-batch.ts'
import { addAdMedia } from '../domain/reports/rollup/ad-media.ts'
import { addMediumRollups, writeAdRollups } from '../domain/reports/rollup/write-rollups.ts'
import type { Tx } from '../platform/database/database.ts'

/** Another billing process has taken over the partition, so this batch is rolled back. */
export class Fenced extends Error {
  readonly partition: number

  constructor(partition: number) {
    super(`Another billing process has taken over partition ${partition}.`)
    this.partition = partition
  }
}

export interface BatchInput {
  /** As this process holds it: its fence, and the position after which the log was read. */
  partition: PartitionState
  read: LogBatch
  now: Instant
  networkShare: Millionths
  /** False turns all rules off; only outside production. */
  hasRules?: boolean
}

export interface BatchOutcome {
  events: number
  charged: number
  /** Billable events that a limit did not cover. */
  unpaid: number
  /** There may be more events to read. */
  hasMore: boolean
  /** What was charged, with the ids of the transfers by key. */
  posted: { groups: readonly ChargeGroup[]; transferIds: ReadonlyMap<string, bigint> }
  /** Where the partition is now. */
  state: PartitionState
}

/**
 * Bills one batch of a partition in the given transaction: all of it or nothing. The tables that delivery follows notify
 * it once, at the commit.
 */
export async function billBatch(tx: Tx, input: BatchInput): Promise<BatchOutcome> {
  const { partition, read, now } = input
  const state = await lockPartition(tx, partition.partition)
  if (!state || !isHeldAs(state, partition)) throw new Fenced(partition.partition)
  const billed = read.events.length > 0 ? await billEvents(tx, input, read.events) : nothingBilled
  const billedUntil = billedUntilAfter({
    now,
    billedUntil: state.billedUntil,
    completeUntil: read.completeUntil,
  })
  const expired = await expireWaiting(tx, partition.partition, billedUntil)
  await saveInvalid(tx, expired, now)
  await saveUncharged(tx, { invalid: expired })
  await addAdMedia(tx, adMediaOf({ counted: [], invalid: expired }))
  await saveTraffic(tx, decidedEvents({ counted: [], invalid: expired, requiredAt: () => undefined }))
  const { major, minor } = read.events.at(-1) ?? state
  const moved = { ...state, major, minor, billedUntil }
  await savePartition(tx, moved)
  return { ...billed, events: read.events.length, hasMore: read.hasMore, state: moved }
}

/** False if another process has taken the partition, or if an earlier batch of this one was committed unnoticed. */
const isHeldAs = (state: PartitionState, held: PartitionState): boolean =>
  state.fence === held.fence && state.major === held.major && state.minor === held.minor

type Billed = Pick<BatchOutcome, 'charged' | 'unpaid' | 'posted'>
const nothingBilled: Billed = { charged: 0, unpaid: 0, posted: { groups: [], transferIds: new Map() } }

async function billEvents(tx: Tx, input: BatchInput, events: readonly LoggedEvent[]): Promise<Billed> {
  const waiting = await readWaiting(tx, events)
  const all = [...waiting, ...events]
  const counted = await readCounted(tx, all)
  const funds = await lockFunds(tx, all)
  const media = await findMediumOwners(tx, [...new Set(all.map((event) => event.mediumId))])
  const installs = await readInstalls(tx, installsOf(all, funds))
  const limits = new SpendingLimits(funds, await readSpentDays(tx, billableDays(all, funds)))
  const judge = input.hasRules === false ? () => undefined : await makeJudge(tx, all, media)
  const counter = new EventCounter({
    ads: funds.ads,
    media,
    history: { ...counted, waiting, installs },
    judge,
    charge: (ad, event) => limits.charge(ad, event),
  })
  for (const event of events) counter.take(event)
  await saveCounted(tx, counter.counted)
  const { networkShare, now } = input
  const { partition } = input.partition
  const batchKey = batchKeyOf(partition, events)
  const charges = chargesOf({ counted: counter.counted, ads: funds.ads, media, networkShare, batchKey })
  const transferIds = await postCharges(tx, charges, { partition, now })
  await writeAdRollups(tx, charges.adRollups)
  await addAdMedia(tx, adMediaOf(counter))
  await addMediumRollups(tx, charges.mediumRollups, now)
  await addToAds(tx, adAdditions(counter.counted, limits.spentByAd))
  await saveSpending(tx, limits)
  const campaigns = [...limits.spentByCampaign.keys()]
  await completeAds(tx, { usedUpAds: limits.usedUpAds, campaigns }, now)
  await saveInstalls(tx, counter.installs)
  await queueCallbacks(tx, watchesOf(counter.counted), now)
  await saveWaiting(tx, partition, counter)
  await saveInvalid(tx, counter.invalid, now)
  await saveUncharged(tx, counter)
  await saveTraffic(tx, decidedEvents(counter))
  await saveJudged(tx, counter.judged)
  const billable = counter.counted.filter(({ isBillable }) => isBillable).length
  const charged = charges.groups.reduce((sum, group) => sum + group.charges.length, 0)
  return { charged, unpaid: billable - charged, posted: { groups: charges.groups, transferIds } }
}

const watchesOf = (counted: readonly CountedEvent[]): LoggedEvent[] =>
  counted.flatMap(({ event }) => (event.action === 'WATCH' ? [event] : []))

/** The end of the batch in the log. With the offer, it differs even from the same place in another log. */
function batchKeyOf(partition: number, events: readonly LoggedEvent[]): string {
  const last = events.at(-1)
  assert(last, 'a batch that charges has events')
  return `${partition} ${last.major}.${last.minor} ${last.offerId}`
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
