import type { PricingModel } from '@voltline/contract'
import {
  type AdId,
  type AppId,
  assert,
  type CampaignId,
  type CustomerId,
  day,
  type Instant,
  type MediumId,
  type Micros,
  micros,
  type Won,
  type Zone,
} from '@voltline/kernel'
import { type SpendingDay, spendingDay } from '../domain/ad/spending/spending-day.ts'
import type { LoggedEvent } from '../domain/events/event-reader.ts'
import { lockCash } from '../domain/ledger/account.ts'
import type { Row, Tx } from '../platform/database/database.ts'
import { at, sql } from '../platform/database/sql.ts'

export interface AdFacts {
  id: AdId
  campaignId: CampaignId
  advertiser: CustomerId
  billingType: PricingModel
  dayLimit: Micros
  adLimit: Micros
  spent: Micros
  minCostWon: Won
}

export interface CampaignFacts {
  id: CampaignId
  budget: Micros
  spent: Micros
}

export interface MediumFacts {
  id: MediumId
  appId: AppId
  publisher: CustomerId
}

/** What billing must know about the ads and media of a batch, held by row locks until the batch commits. */
export interface Facts {
  ads: ReadonlyMap<AdId, AdFacts>
  campaigns: ReadonlyMap<CampaignId, CampaignFacts>
  media: ReadonlyMap<MediumId, MediumFacts>
  cash: ReadonlyMap<CustomerId, Micros>
  /** The advertiser's spending day that holds an instant. */
  dayOf(advertiser: CustomerId, at: Instant): SpendingDay
}

const toAd = (row: Row): AdFacts => ({
  id: row.ad_id as AdId,
  campaignId: row.campaign_id as CampaignId,
  advertiser: row.customer_id as CustomerId,
  billingType: row.billing_type as PricingModel,
  dayLimit: micros(row.day_limit_micros as bigint),
  adLimit: micros(row.budget_limit_micros as bigint),
  spent: micros(row.spent_micros as bigint),
  minCostWon: row.min_cost_won as Won,
})

const toCampaign = (row: Row): CampaignFacts => ({
  id: row.campaign_id as CampaignId,
  budget: micros(row.budget_micros as bigint),
  spent: micros(row.spent_micros as bigint),
})

const toMedium = (row: Row): MediumFacts => ({
  id: row.medium_id as MediumId,
  appId: row.app_id as AppId,
  publisher: row.customer_id as CustomerId,
})

const byId = <T extends { id: unknown }>(list: readonly T[]) =>
  new Map(list.map((one) => [one.id as T['id'], one]))

/** Recorded days that ended longer ago than this cannot cut the day of any event of the batch. */
const longestDayMs = 3 * day

async function readDays(
  tx: Tx,
  advertisers: readonly CustomerId[],
  earliest: Instant,
): Promise<Map<CustomerId, { zone: Zone; recorded: SpendingDay[] }>> {
  const rows = await tx.rows(sql`
    select c.customer_id, c.timezone, d.starts_at, d.ends_at
      from customer c
      left join advertiser_day d on d.customer_id = c.customer_id and d.ends_at > ${at(earliest - longestDayMs)}
     where c.customer_id = any(${advertisers}::int[])`)
  const days = new Map<CustomerId, { zone: Zone; recorded: SpendingDay[] }>()
  for (const row of rows) {
    const id = row.customer_id as CustomerId
    const own = days.get(id) ?? { zone: row.timezone as Zone, recorded: [] }
    days.set(id, own)
    if (row.starts_at === null) continue
    own.recorded.push({ startsAt: row.starts_at as Instant, endsAt: row.ends_at as Instant })
  }
  return days
}

/**
 * Working out a zone's midnights is slow, and the events of a batch share few days: those of a zone, or, of an advertiser
 * who has changed it lately, its own.
 */
function dayFinder(days: ReadonlyMap<CustomerId, { zone: Zone; recorded: SpendingDay[] }>) {
  const found = new Map<CustomerId | Zone, SpendingDay[]>()
  return (advertiser: CustomerId, moment: Instant): SpendingDay => {
    const own = days.get(advertiser)
    assert(own, 'an advertiser has a time zone')
    const key = own.recorded.length > 0 ? advertiser : own.zone
    const known = found.get(key) ?? []
    const fitting = known.find((one) => one.startsAt <= moment && moment < one.endsAt)
    if (fitting) return fitting
    const computed = spendingDay(own, moment)
    found.set(key, [...known, computed])
    return computed
  }
}

/**
 * Campaigns are locked before ads and ads before cash, always in the order of their ids. A limit that is changed
 * meanwhile waits for the batch, or the batch for it: no event is ever judged by a limit that no longer stands.
 */
export async function lockFacts(tx: Tx, events: readonly LoggedEvent[]): Promise<Facts> {
  const adIds = [...new Set(events.map((event) => event.adId))]
  const mediumIds = [...new Set(events.map((event) => event.mediumId))]
  const campaigns = await tx.many(
    toCampaign,
    sql`
    select campaign_id, budget_micros, spent_micros
      from campaign
     where campaign_id in (select campaign_id from ad where ad_id = any(${adIds}::int[]))
     order by campaign_id
       for no key update`,
  )
  const ads = await tx.many(
    toAd,
    sql`
    select a.ad_id, a.campaign_id, a.customer_id, a.billing_type, a.day_limit_micros, a.budget_limit_micros,
           a.spent_micros, a.min_cost_won
      from ad a
     where a.ad_id = any(${adIds}::int[])
     order by a.ad_id
       for no key update`,
  )
  const media = await tx.many(
    toMedium,
    sql`
    select m.medium_id, m.app_id, p.customer_id
      from medium m join app p using (app_id)
     where m.medium_id = any(${mediumIds}::int[])`,
  )
  const advertisers = [...new Set(ads.map((ad) => ad.advertiser))]
  const cash = await lockCash(tx, advertisers)
  const earliest = events.reduce<number>(
    (least, event) => Math.min(least, event.receivedAt),
    Number.MAX_VALUE,
  )
  const days = events.length > 0 ? await readDays(tx, advertisers, earliest as Instant) : new Map()
  return { ads: byId(ads), campaigns: byId(campaigns), media: byId(media), cash, dayOf: dayFinder(days) }
}
