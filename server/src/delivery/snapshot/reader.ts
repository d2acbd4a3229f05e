import type { AdStatus, Platform, PricingModel, Product } from '@voltline/contract'
import type { AdId, AppId, CampaignId, CustomerId, Instant, MediumId } from '@voltline/kernel'
import { day as dayMs, instant, second } from '@voltline/kernel'
import type { ReadSession, Row } from '../../platform/database/database.ts'
import { at, type Query, raw, sql } from '../../platform/database/sql.ts'

/** Micro-won as a safe integer. Limits stay far below; only cash may be more, and then it is more than any limit. */
const safe = (amount: bigint): number =>
  amount > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(amount)

export interface CustomerRow {
  id: CustomerId
  zone: string
  blocked: boolean
}
export interface CashRow {
  customerId: CustomerId
  cash: number
}
export interface DayRow {
  customerId: CustomerId
  startsAt: Instant
  endsAt: Instant
}
export interface CampaignRow {
  id: CampaignId
  left: number
}
/** What an answer shows of an ad, and where a click on it leads. */
export interface AdDetails {
  name: string
  /** File names. */
  materials: string[]
  urlIos: string
  urlAos: string
  appInfo: Record<string, unknown> | null
}

export interface AdRow {
  id: AdId
  campaignId: CampaignId
  customerId: CustomerId
  product: Product
  billingType: PricingModel
  platforms: readonly Platform[]
  countries: readonly string[] | 'Global'
  adult: boolean
  week: readonly number[]
  dayLimit: number
  adLimit: number
  minCost: number
  maxCost: number
  status: AdStatus
  spent: number
  impressions: number
  billableEvents: number
  /** As the database wrote them: most ads are loaded more often than they are shown. */
  detailsJson: string
}
export interface AdDayRow {
  adId: AdId
  startsAt: Instant
  amount: number
}
export interface AppRow {
  id: AppId
  ownerId: CustomerId
  platform: Platform
  allowsAdult: boolean
  approved: boolean
  keyHash: string | undefined
}
export interface MediumRow {
  id: MediumId
  appId: AppId
  product: Product
  active: boolean
  reward: { name: string; count: number } | undefined
}

/**
 * A point in the database's history: every row that it did not show carries this transaction or a later one. So the
 * rows that may be new since are found without a column, and without a writer that has to remember to set it.
 */
export type Since = string & { readonly point: 'transaction' }

export const pointInHistory = (session: ReadSession): Promise<Since> =>
  session.one(
    (row) => row.xmin,
    sql<{ xmin: Since }>`select pg_snapshot_xmin(pg_current_snapshot())::xid::text as xmin`,
  )

/** Rows are read in pages, so that taking a large table over never holds a request up for long. */
export const pageRowsMax = 1_000

const changedSince = (since: Since | undefined): Query =>
  since === undefined ? sql`true` : sql`age(xmin) <= age(${since}::text::xid)`

/** What to read: all of it, or what may be new since a point; after the last row of the page before. */
export interface Page<T> {
  since: Since | undefined
  after: T | undefined
}
const firstOfAll = { since: undefined, after: undefined }

export const readCustomers = (
  session: ReadSession,
  page: Page<CustomerRow> = firstOfAll,
): Promise<CustomerRow[]> =>
  session.many(
    (row) => ({
      id: row.customer_id as CustomerId,
      zone: row.timezone as string,
      blocked: row.blocked as boolean,
    }),
    sql`select customer_id, timezone, blocked_at is not null as blocked from customer
         where customer_id > ${page.after?.id ?? 0} and ${changedSince(page.since)}
         order by customer_id limit ${pageRowsMax}`,
  )

export const readCash = (session: ReadSession, page: Page<CashRow> = firstOfAll): Promise<CashRow[]> =>
  session.many(
    (row) => ({ customerId: row.customer_id as CustomerId, cash: safe(row.balance_micros as bigint) }),
    sql`select customer_id, balance_micros from ledger_account
         where kind = 'CASH' and customer_id > ${page.after?.customerId ?? 0} and ${changedSince(page.since)}
         order by customer_id limit ${pageRowsMax}`,
  )

/** Stretched days that have not long ended. They are few. */
export const readRecordedDays = (session: ReadSession, now: Instant): Promise<DayRow[]> =>
  session.many(
    (row) => ({
      customerId: row.customer_id as CustomerId,
      startsAt: row.starts_at as Instant,
      endsAt: row.ends_at as Instant,
    }),
    sql`select customer_id, starts_at, ends_at from advertiser_day where ends_at > ${at(now - 2 * dayMs)}`,
  )

export const readCampaigns = (
  session: ReadSession,
  page: Page<CampaignRow> = firstOfAll,
): Promise<CampaignRow[]> =>
  session.many(
    (row) => ({ id: row.campaign_id as CampaignId, left: safe(row.left_micros as bigint) }),
    sql`select campaign_id, budget_micros - spent_micros as left_micros from campaign
         where campaign_id > ${page.after?.id ?? 0} and ${changedSince(page.since)}
         order by campaign_id limit ${pageRowsMax}`,
  )

const both: readonly Platform[] = ['AOS', 'IOS']
const only = { AOS: ['AOS'], IOS: ['IOS'] } as const

/** Makes a value once for each text; most ads share theirs with many others. */
function sharing<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>()
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known
    if (made.size >= sharedMax) made.clear()
    const value = make(text)
    made.set(text, value)
    return value
  }
}
const sharedMax = 10_000
const weekOf = sharing<readonly number[]>((text) => text.split(',').map(Number))
const countriesOf = sharing<readonly string[] | 'Global'>((text) =>
  text === 'Global' ? 'Global' : text.split(','),
)

/** A number of the database as a safe integer. */
const safeNumber = (text: string | undefined): number => Math.min(Number(text), Number.MAX_SAFE_INTEGER)

function toAd(row: Row): AdRow {
  const facts = (row.facts as string).split(' ')
  const campType = facts[5]
  return {
    id: Number(facts[0]) as AdId,
    campaignId: Number(facts[1]) as CampaignId,
    customerId: Number(facts[2]) as CustomerId,
    product: facts[3] as Product,
    billingType: facts[4] as PricingModel,
    platforms: campType === 'BOTH' ? both : only[campType as Platform],
    status: facts[6] as AdStatus,
    adult: facts[7] === 't',
    dayLimit: safeNumber(facts[8]),
    adLimit: safeNumber(facts[9]),
    minCost: Number(facts[10]),
    maxCost: Number(facts[11]),
    spent: safeNumber(facts[12]),
    impressions: safeNumber(facts[13]),
    billableEvents: safeNumber(facts[14]),
    countries: countriesOf(facts[15] ?? ''),
    week: weekOf(facts[16] ?? ''),
    detailsJson: row.details as string,
  }
}

// Two texts: taking a row apart column by column was half of what loading 100,000 ads cost.
const adColumns = sql`
  concat_ws(' ', ad_id, campaign_id, customer_id, product, billing_type, camp_type, status, adult, day_limit_micros,
            budget_limit_micros, min_cost_won, max_cost_won, spent_micros, impressions, billable_events,
            array_to_string(countries, ','), array_to_string(week, ',')) as facts,
  json_build_object('name', name, 'materials', materials, 'urlIos', url_ios, 'urlAos', url_aos,
                    'appInfo', app_info)::text as details`

/**
 * All that are in progress, as one question whose answer is fetched page by page. Asked for anew for every page, a
 * table without statistics was gone through a hundred times.
 */
export async function openLiveAds(session: ReadSession): Promise<() => Promise<AdRow[]>> {
  await session.rows(sql`
    declare live_ads no scroll cursor for select ${adColumns} from ad where status = 'INPROGRESS'`)
  return () => session.many(toAd, raw(`fetch ${pageRowsMax} from live_ads`))
}

/** What may be new, of any status, because one that was stopped is news as well. */
export const readChangedAds = (
  session: ReadSession,
  page: { since: Since; after: AdRow | undefined },
): Promise<AdRow[]> =>
  session.many(
    toAd,
    sql`select ${adColumns} from ad where ad_id > ${page.after?.id ?? 0} and ${changedSince(page.since)}
         order by ad_id limit ${pageRowsMax}`,
  )

/** One ad of any status, for what comes after it was stopped. */
export const readAd = (session: ReadSession, id: AdId): Promise<AdRow | undefined> =>
  session.maybeOne(toAd, sql`select ${adColumns} from ad where ad_id = ${id}`)

export const readWinningIds = (session: ReadSession): Promise<AdId[]> =>
  session.many((row) => row.ad_id as AdId, sql`select ad_id from ad where winning`)

const instantOf = sharing<Instant>((seconds) => instant(Math.round(Number(seconds) * second)))

function toAdDay(facts: string): AdDayRow {
  const [adId, startsAt = '', amount] = facts.split(' ')
  return { adId: Number(adId) as AdId, startsAt: instantOf(startsAt), amount: safeNumber(amount) }
}

const adDayFacts = raw("concat_ws(' ', d.ad_id, extract(epoch from d.day_starts_at), d.spent_micros)")

/** Only changes of zone, one after the other, make a spending day last longer than two days. */
const dayMsMax = 30 * dayMs

/** The spending days of these ads that may still run. */
export const readDaysOfAds = (
  session: ReadSession,
  ids: readonly AdId[],
  now: Instant,
): Promise<AdDayRow[]> =>
  session.many(
    (row) => toAdDay(row.facts as string),
    sql`select ${adDayFacts} as facts from ad_day d
         where ad_id = any(${ids}::int[]) and day_starts_at > ${at(now - dayMsMax)}
         order by day_starts_at`,
  )

/**
 * All spending days that run now, some thousand ads at a time. A stretched one may have outgrown its row and is known by
 * its record, perhaps by both.
 */
export async function readRunningDays(session: ReadSession, now: Instant): Promise<(() => AdDayRow[])[]> {
  // A thousand days in one text: as rows of their own they took longer to take apart than to read.
  return session.many(
    (row) => () => (row.facts as string).split(',').map(toAdDay),
    sql`
    select string_agg(facts, ',') as facts
      from (select d.ad_id, ${adDayFacts} as facts from ad_day d where d.day_ends_at > ${at(now)}
             union all
            select d.ad_id, ${adDayFacts}
              from advertiser_day recorded
              join ad on ad.customer_id = recorded.customer_id
              join ad_day d on d.ad_id = ad.ad_id and d.day_starts_at = recorded.starts_at
             where recorded.ends_at > ${at(now)}) as running
     group by ad_id / ${pageRowsMax}::int`,
  )
}

/** Spending days that may be new; a stretched one may have outgrown its row, so those that just ended come too. */
export const readChangedDays = (
  session: ReadSession,
  page: Page<AdDayRow> & { now: Instant },
): Promise<AdDayRow[]> =>
  session.many(
    (row) => toAdDay(row.facts as string),
    sql`select ${adDayFacts} as facts from ad_day d
         where day_ends_at > ${at(page.now - 2 * dayMs)} and ${changedSince(page.since)}
           and (ad_id, day_starts_at) > (${page.after?.adId ?? 0}, ${at(page.after?.startsAt ?? 0)}::timestamptz)
         order by ad_id, day_starts_at limit ${pageRowsMax}`,
  )

export const readApps = (session: ReadSession, page: Page<AppRow> = firstOfAll): Promise<AppRow[]> =>
  session.many(
    (row) => ({
      id: row.app_id as AppId,
      ownerId: row.customer_id as CustomerId,
      platform: row.platform as Platform,
      allowsAdult: row.adult as boolean,
      approved: row.approval as boolean,
      keyHash: (row.key_hash as string | null) ?? undefined,
    }),
    sql`select app_id, customer_id, platform, adult, approval, encode(api_key_hash, 'hex') as key_hash
          from app where app_id > ${page.after?.id ?? 0} and ${changedSince(page.since)}
         order by app_id limit ${pageRowsMax}`,
  )

export const readMedia = (session: ReadSession, page: Page<MediumRow> = firstOfAll): Promise<MediumRow[]> =>
  session.many(
    (row) => {
      const count = row.rewards as number
      const name = row.reward as string
      return {
        id: row.medium_id as MediumId,
        appId: row.app_id as AppId,
        product: row.product as Product,
        active: row.active as boolean,
        reward: name !== '' && count > 0 ? { name, count } : undefined,
      }
    },
    sql`select medium_id, app_id, product, active, reward, rewards from medium
         where medium_id > ${page.after?.id ?? 0} and ${changedSince(page.since)}
         order by medium_id limit ${pageRowsMax}`,
  )

export const readBlockedDevices = (session: ReadSession): Promise<string[]> =>
  session.many((row) => row.device_id as string, sql`select device_id from blocked_device`)
