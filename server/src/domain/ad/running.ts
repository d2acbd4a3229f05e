import type { AdStatus, PricingModel } from '@voltline/contract'
import {
  type AdId,
  type CampaignId,
  type CustomerId,
  type Instant,
  type Micros,
  micros,
  type Won,
} from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { balanceOf, cashOf } from '../ledger/account.ts'
import type { Ad, Startable } from './ad.ts'
import type { Remaining } from './afford.ts'
import { runningDay } from './running-day.ts'

/** What is left for one ad, read after its lock was taken, so that nothing of it is older than the lock. */
export async function remaindersOf(
  tx: ReadSession,
  owner: CustomerId,
  ad: Ad,
  now: Instant,
): Promise<Remaining> {
  const cash = await balanceOf(tx, cashOf(owner))
  const campaign = await tx.one(
    (row) => micros(row.left_micros as bigint),
    sql`
    select budget_micros - spent_micros as left_micros from campaign where campaign_id = ${ad.campaignId}`,
  )
  const spentToday = await spentInRunningDay(tx, owner, ad.id, now)
  return {
    day: micros(ad.dayLimit - spentToday),
    ad: micros(ad.budgetLimit - ad.spent),
    campaign,
    cash,
  }
}

/** What an ad has spent since the advertiser's day began. */
export async function spentInRunningDay(
  session: ReadSession,
  owner: CustomerId,
  id: AdId,
  now: Instant,
): Promise<Micros> {
  const { startsAt } = await runningDay(session, owner, now)
  const spent = await session.maybeOne(
    (row) => micros(row.spent_micros as bigint),
    sql`select spent_micros from ad_day where ad_id = ${id} and day_starts_at = ${at(startsAt)}`,
  )
  return spent ?? micros(0n)
}

/** A stopped ad, locked, with what its start depends on. */
export interface StoppedAd extends Startable {
  id: AdId
  left: Remaining
}

const toStoppedAd =
  (cash: Micros) =>
  (row: Row): StoppedAd => ({
    id: row.ad_id as AdId,
    status: row.status as AdStatus,
    week: row.week as number[],
    billingType: row.billing_type as PricingModel,
    minCostWon: row.min_cost_won as Won,
    left: {
      day: micros(row.day_left_micros as bigint),
      ad: micros(row.ad_left_micros as bigint),
      campaign: micros(row.campaign_left_micros as bigint),
      cash,
    },
  })

/** Every ad in these states by id, locked in that order as billing locks them, so that neither waits for ever. */
export const lockAds = (tx: Tx, owner: CustomerId, statuses: readonly AdStatus[]) =>
  tx.many(
    (row) => row.ad_id as AdId,
    sql`
    select ad_id from ad where customer_id = ${owner} and status = any (${[...statuses]})
     order by ad_id for no key update`,
  )

/** A statement of its own after the locks: it sees what others have changed while this one waited. */
export const readStoppedAds = (
  tx: Tx,
  ids: readonly AdId[],
  shared: { dayStartsAt: Instant; cash: Micros },
): Promise<StoppedAd[]> =>
  tx.many(
    toStoppedAd(shared.cash),
    sql`
    select a.ad_id, a.status, a.week, a.billing_type, a.min_cost_won,
           a.day_limit_micros - coalesce(d.spent_micros, 0) as day_left_micros,
           a.budget_limit_micros - a.spent_micros as ad_left_micros,
           c.budget_micros - c.spent_micros as campaign_left_micros
      from ad a
      join campaign c using (campaign_id)
      left join ad_day d on d.ad_id = a.ad_id and d.day_starts_at = ${at(shared.dayStartsAt)}
     where a.ad_id = any (${[...ids]}::int[])
     order by a.ad_id`,
  )

const toMoved = (row: Row) => ({ id: row.ad_id as AdId, campaignId: row.campaign_id as CampaignId })

export const startAds = (tx: Tx, ids: readonly AdId[], now: Instant) =>
  tx.many(
    toMoved,
    sql`
    update ad set status = 'INPROGRESS', updated_at = ${at(now)}
     where ad_id = any (${[...ids]}::int[]) and status in ('FIRST', 'WAITING')
    returning ad_id, campaign_id`,
  )

export const stopAds = (tx: Tx, ids: readonly AdId[], now: Instant) =>
  tx.many(
    toMoved,
    sql`
    update ad set status = 'WAITING', updated_at = ${at(now)}
     where ad_id = any (${[...ids]}::int[]) and status = 'INPROGRESS'
    returning ad_id, campaign_id`,
  )
