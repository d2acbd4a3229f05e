import { type AdId, type CampaignId, type Micros, noMoney } from '@voltline/kernel'
import type { Tx } from '../../../platform/database/database.ts'
import type { AdDayRow } from '../../../platform/database/rows.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { type SpendingLimits, type SpentDay, spentDayKey } from './limits.ts'

/** Fills in what the ads have spent in these days so far. */
export async function readSpentDays(
  tx: Tx,
  days: readonly Omit<SpentDay, 'spentMicros'>[],
): Promise<SpentDay[]> {
  if (days.length === 0) return []
  const rows = await tx.many(
    (row): [string, Micros] => [`${row.ad_id}/${row.day_starts_at}`, row.spent_micros],
    sql<Pick<AdDayRow, 'ad_id' | 'day_starts_at' | 'spent_micros'>>`
    select ad_id, day_starts_at, spent_micros
      from ad_day
     where (ad_id, day_starts_at) in (
             select * from unnest(${days.map(({ adId }) => adId)}::int[],
                                  ${days.map(({ day }) => at(day.startsAt))}::timestamptz[]))`,
  )
  const spent = new Map(rows)
  return days.map((day) => ({ ...day, spentMicros: spent.get(spentDayKey(day)) ?? noMoney }))
}

/** What a batch adds to the lifetime counts of an ad. */
export interface AdAddition {
  adId: AdId
  impressions: number
  clicks: number
  billable: number
  billed: number
  spentMicros: Micros
}

export async function addToAds(tx: Tx, additions: readonly AdAddition[]): Promise<void> {
  await tx.run(sql`
    update ad a
       set impressions = a.impressions + d.impressions, clicks = a.clicks + d.clicks,
           billable_events = a.billable_events + d.billable, billed_events = a.billed_events + d.billed,
           spent_micros = a.spent_micros + d.spent
      from unnest(${additions.map((addition) => addition.adId)}::int[],
                  ${additions.map((addition) => addition.impressions)}::int[],
                  ${additions.map((addition) => addition.clicks)}::int[],
                  ${additions.map((addition) => addition.billable)}::int[],
                  ${additions.map((addition) => addition.billed)}::int[],
                  ${additions.map((addition) => addition.spentMicros)}::bigint[])
           as d(ad_id, impressions, clicks, billable, billed, spent)
     where a.ad_id = d.ad_id`)
}

export async function addToCampaigns(tx: Tx, spent: ReadonlyMap<CampaignId, Micros>): Promise<void> {
  await tx.run(sql`
    update campaign c
       set spent_micros = c.spent_micros + d.spent
      from unnest(${[...spent.keys()]}::int[], ${[...spent.values()]}::bigint[]) as d(campaign_id, spent)
     where c.campaign_id = d.campaign_id`)
}

async function saveSpentDays(tx: Tx, days: readonly SpentDay[]): Promise<void> {
  await tx.run(sql`
    insert into ad_day (ad_id, day_starts_at, day_ends_at, spent_micros)
    select * from unnest(${days.map(({ adId }) => adId)}::int[],
                         ${days.map(({ day }) => at(day.startsAt))}::timestamptz[],
                         ${days.map(({ day }) => at(day.endsAt))}::timestamptz[],
                         ${days.map(({ spentMicros }) => spentMicros)}::bigint[])
        on conflict (ad_id, day_starts_at) do update
       set day_ends_at = excluded.day_ends_at, spent_micros = excluded.spent_micros`)
}

/** Saves what the campaigns have spent, and the ads by spending day. */
export async function saveSpending(tx: Tx, limits: SpendingLimits): Promise<void> {
  if (limits.spentByCampaign.size === 0) return
  await addToCampaigns(tx, limits.spentByCampaign)
  await saveSpentDays(tx, limits.chargedDays)
}
