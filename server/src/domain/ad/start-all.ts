import type { AdStatus } from '@voltline/contract'
import type { AdId, CampaignId, CustomerId, Instant } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import type { AdRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { audit } from '../audit/audit.ts'
import { start } from './ad.ts'
import { mergeCounts } from './counts.ts'
import { fundedAds, fundsOf } from './remaining.ts'
import { enteringReview } from './store.ts'

/** All ids are in memory at once, everything else about an ad only for this many. */
const batchRows = 1_000

function* inBatches<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += batchRows) yield all.slice(from, from + batchRows)
}

/** Locks every ad in these statuses by id, the order in which billing locks them, to avoid deadlocks. */
const lockAds = (tx: Tx, owner: CustomerId, statuses: readonly AdStatus[]): Promise<AdId[]> =>
  tx.many(
    (row) => row.ad_id,
    sql<Pick<AdRow, 'ad_id'>>`
    select ad_id from ad where customer_id = ${owner} and status = any (${[...statuses]})
     order by ad_id for no key update`,
  )

interface ChangedAd {
  id: AdId
  campaignId: CampaignId
}

interface StatusChange {
  ids: readonly AdId[]
  from: readonly AdStatus[]
  to: AdStatus
}

const saveStatuses = (tx: Tx, change: StatusChange, now: Instant): Promise<ChangedAd[]> =>
  tx.many(
    (row) => ({ id: row.ad_id, campaignId: row.campaign_id }),
    sql<Pick<AdRow, 'ad_id' | 'campaign_id'>>`
    update ad set status = ${change.to}, updated_at = ${at(now)}${enteringReview(change.to, now)}
     where ad_id = any (${[...change.ids]}::int[]) and status = any (${[...change.from]})
    returning ad_id, campaign_id`,
  )

/** What the audit trail says was called, and when. */
interface Cause {
  action: string
  now: Instant
}

async function changeStatuses(
  tx: Tx,
  owner: CustomerId,
  change: StatusChange,
  { action, now }: Cause,
): Promise<void> {
  const changed = await saveStatuses(tx, change, now)
  if (changed.length === 0) return
  const became = { status: change.to, ads: changed.map((ad) => ad.id) }
  await audit(tx, { actor: { customerId: owner }, action, entity: 'ad', became, at: now })
  await mergeCounts(tx, [...new Set(changed.map((ad) => ad.campaignId))])
}

/** Starts every stopped ad that can start. */
export async function startEveryAd(tx: Tx, owner: CustomerId, cause: Cause): Promise<void> {
  const from = ['FIRST', 'WAITING'] as const
  const funds = await fundsOf(tx, owner, cause.now)
  for (const batch of inBatches(await lockAds(tx, owner, from))) {
    const ads = await fundedAds(tx, funds, batch)
    const ids = ads.filter((ad) => start(ad, ad.remaining).ok).map((ad) => ad.id)
    await changeStatuses(tx, owner, { ids, from, to: 'INPROGRESS' }, cause)
  }
}

export async function stopEveryAd(tx: Tx, owner: CustomerId, cause: Cause): Promise<void> {
  const from = ['INPROGRESS'] as const
  for (const ids of inBatches(await lockAds(tx, owner, from))) {
    await changeStatuses(tx, owner, { ids, from, to: 'WAITING' }, cause)
  }
}
