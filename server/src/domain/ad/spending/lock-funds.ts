import { type AdId, assert, type CustomerId, day, type Instant, instant, type Zone } from '@voltline/kernel'
import type { Tx } from '../../../platform/database/database.ts'
import type { AdRow, CampaignRow, CustomerRow } from '../../../platform/database/rows.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { lockCash } from '../../ledger/account.ts'
import type { CampaignBudget, ChargedAd, Funds } from './limits.ts'
import { type SpendingDay, spendingDay } from './spending-day.ts'

type ChargedAdRow = Pick<
  AdRow,
  | 'ad_id'
  | 'campaign_id'
  | 'customer_id'
  | 'billing_type'
  | 'day_limit_micros'
  | 'budget_limit_micros'
  | 'spent_micros'
  | 'min_cost_won'
>

const toChargedAd = (row: ChargedAdRow): ChargedAd => ({
  id: row.ad_id,
  campaignId: row.campaign_id,
  advertiser: row.customer_id,
  billingType: row.billing_type,
  dayLimitMicros: row.day_limit_micros,
  budgetLimitMicros: row.budget_limit_micros,
  spentMicros: row.spent_micros,
  minCostWon: row.min_cost_won,
})

type CampaignBudgetRow = Pick<CampaignRow, 'campaign_id' | 'budget_micros' | 'spent_micros'>

const toCampaignBudget = (row: CampaignBudgetRow): CampaignBudget => ({
  id: row.campaign_id,
  budgetMicros: row.budget_micros,
  spentMicros: row.spent_micros,
})

const byId = <Id, T extends { id: Id }>(list: readonly T[]): Map<T['id'], T> =>
  new Map(list.map((item) => [item.id, item]))

/** A zone, and the spending days recorded when it changed. */
interface Calendar {
  zone: Zone
  recorded: SpendingDay[]
}

/** Recorded days that ended longer ago than this cannot cut the day of any event of the batch. */
const longestDayMs = 3 * day

async function readCalendars(
  tx: Tx,
  advertisers: readonly CustomerId[],
  earliest: Instant,
): Promise<Map<CustomerId, Calendar>> {
  const rows = await tx.rows(sql<
    Pick<CustomerRow, 'customer_id' | 'timezone'> & { starts_at: Instant | null; ends_at: Instant | null }
  >`
    select c.customer_id, c.timezone, d.starts_at, d.ends_at
      from customer c
      left join advertiser_day d on d.customer_id = c.customer_id and d.ends_at > ${at(earliest - longestDayMs)}
     where c.customer_id = any(${advertisers}::int[])`)
  const calendars = new Map<CustomerId, Calendar>()
  for (const row of rows) {
    const calendar = calendars.get(row.customer_id) ?? { zone: row.timezone, recorded: [] }
    calendars.set(row.customer_id, calendar)
    if (row.starts_at === null || row.ends_at === null) continue
    calendar.recorded.push({ startsAt: row.starts_at, endsAt: row.ends_at })
  }
  return calendars
}

/**
 * Computing a zone's midnights is slow, and the events of a batch share few days: those of a zone or, for an advertiser
 * who has changed it lately, the advertiser's own.
 */
function dayFinder(calendars: ReadonlyMap<CustomerId, Calendar>): Funds['dayOf'] {
  const found = new Map<CustomerId | Zone, SpendingDay[]>()
  return (advertiser, moment) => {
    const calendar = calendars.get(advertiser)
    assert(calendar, 'an advertiser has a time zone')
    const key = calendar.recorded.length > 0 ? advertiser : calendar.zone
    const known = found.get(key) ?? []
    const fitting = known.find(({ startsAt, endsAt }) => startsAt <= moment && moment < endsAt)
    if (fitting) return fitting
    const computed = spendingDay(calendar, moment)
    found.set(key, [...known, computed])
    return computed
  }
}

/**
 * Locks the campaigns, ads and cash of the events' ads, in this order and each in id order, to avoid deadlocks. A limit
 * that changes meanwhile waits for the batch, or the batch for it: no event is charged by an outdated limit. There is at
 * least one event.
 */
export async function lockFunds(
  tx: Tx,
  events: readonly { adId: AdId; receivedAt: Instant }[],
): Promise<Funds> {
  const earliest = instant(
    events.reduce<number>((least, event) => Math.min(least, event.receivedAt), Number.POSITIVE_INFINITY),
  )
  const adIds = [...new Set(events.map((event) => event.adId))]
  const campaigns = await tx.many(
    toCampaignBudget,
    sql<CampaignBudgetRow>`
    select campaign_id, budget_micros, spent_micros
      from campaign
     where campaign_id in (select campaign_id from ad where ad_id = any(${adIds}::int[]))
     order by campaign_id
       for no key update`,
  )
  const ads = await tx.many(
    toChargedAd,
    sql<ChargedAdRow>`
    select ad_id, campaign_id, customer_id, billing_type, day_limit_micros, budget_limit_micros, spent_micros,
           min_cost_won
      from ad
     where ad_id = any(${adIds}::int[])
     order by ad_id
       for no key update`,
  )
  const advertisers = [...new Set(ads.map((ad) => ad.advertiser))]
  const cashMicros = await lockCash(tx, advertisers)
  const calendars = await readCalendars(tx, advertisers, earliest)
  return { ads: byId(ads), campaigns: byId(campaigns), cashMicros, dayOf: dayFinder(calendars) }
}
