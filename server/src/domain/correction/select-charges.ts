import {
  type AdId,
  type CampaignId,
  type CustomerId,
  day,
  type Instant,
  instant,
  type MediumId,
  type Micros,
  micros,
  utcDay,
} from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { AdRow, AppRow, ChargeRow, MediumRow } from '../../platform/database/rows.ts'
import { at, type Query, sql } from '../../platform/database/sql.ts'
import { lateMsMax } from '../events/offer-life.ts'

/** What a correction is about: exactly one of them. A rule: events that broke it while it was only observed. */
export type CorrectedBy = { mediumId: MediumId } | { adId: AdId } | { deviceId: string } | { rule: string }

/** A period by the server time of the events, both ends included. */
export interface Period {
  from: Instant
  to: Instant
}

export type Selection = CorrectedBy & Period

function isSelected(by: CorrectedBy): Query {
  if ('mediumId' in by) return sql`h.medium_id = ${by.mediumId}`
  if ('adId' in by) return sql`h.ad_id = ${by.adId}`
  if ('deviceId' in by) return sql`h.device_id = ${by.deviceId}`
  return sql`exists (select from judged_event j
                      where j.issue_day = h.issue_day and j.offer_id = h.offer_id and j.action = h.action
                        and j.rule = ${by.rule} and j.mode = 'OBSERVE')`
}

/** The charges of the period; their offers were issued in these days, which saves reading other months. */
const inPeriod = ({ from, to }: Period): Query => sql`
  h.received_at >= ${at(from)}::timestamptz and h.received_at < ${at(to + 1)}::timestamptz
  and h.issue_day between ${utcDay(instant(from - lateMsMax - day))}::date and ${utcDay(instant(to + day))}::date`

/** Charges already corrected are not found again. */
const openCharges = (selection: Selection): Query => sql`
  charge h join ad a on a.ad_id = h.ad_id
   where ${inPeriod(selection)} and ${isSelected(selection)}
     and not exists (select from corrected_charge c
                      where c.issue_day = h.issue_day and c.offer_id = h.offer_id and c.action = h.action)`

/** How many charges, and their full prices. */
export interface CorrectionTotals {
  charges: number
  priceMicros: Micros
}

export interface Preview extends CorrectionTotals {
  advertisers: { customerId: CustomerId; priceMicros: Micros }[]
}

/** What a correction would do now, the advertiser with the largest amount first. */
export async function previewOf(session: ReadSession, selection: Selection): Promise<Preview> {
  const rows = await session.rows(sql<Pick<AdRow, 'customer_id'> & { charges: bigint; price_micros: Micros }>`
    select a.customer_id, count(*) as charges, sum(h.price_micros)::bigint as price_micros
      from ${openCharges(selection)}
     group by a.customer_id
     order by 3 desc, 1`)
  return {
    charges: rows.reduce((sum, row) => sum + Number(row.charges), 0),
    priceMicros: micros(rows.reduce((sum, row) => sum + row.price_micros, 0n)),
    advertisers: rows.map((row) => ({ customerId: row.customer_id, priceMicros: row.price_micros })),
  }
}

/** A charge to be reversed, with those whom it concerns. */
export interface OpenCharge {
  issueDay: ChargeRow['issue_day']
  offerId: string
  action: ChargeRow['action']
  receivedAt: Instant
  adId: AdId
  campaignId: CampaignId
  mediumId: MediumId
  deviceId: string
  country: string
  advertiser: CustomerId
  publisher: CustomerId
  appId: MediumRow['app_id']
  transferId: bigint
  priceMicros: Micros
  publisherMicros: Micros
  userMicros: Micros
}

type OpenChargeRow = Omit<ChargeRow, 'ad_id' | 'medium_id' | 'device_id'> &
  Pick<AdRow, 'ad_id' | 'campaign_id'> & { advertiser: CustomerId; device_id: string } & Pick<
    MediumRow,
    'medium_id' | 'app_id'
  > & {
    publisher: AppRow['customer_id']
  }

const toOpenCharge = (row: OpenChargeRow): OpenCharge => ({
  issueDay: row.issue_day,
  offerId: row.offer_id,
  action: row.action,
  receivedAt: row.received_at,
  adId: row.ad_id,
  campaignId: row.campaign_id,
  mediumId: row.medium_id,
  deviceId: row.device_id,
  country: row.country,
  advertiser: row.advertiser,
  publisher: row.publisher,
  appId: row.app_id,
  transferId: row.transfer_id,
  priceMicros: row.price_micros,
  publisherMicros: row.publisher_micros,
  userMicros: row.user_micros,
})

/** At most `chargesMax` of them, oldest first. */
export const readOpenCharges = (
  session: ReadSession,
  selection: Selection,
  chargesMax: number,
): Promise<OpenCharge[]> =>
  session.many(
    toOpenCharge,
    sql<OpenChargeRow>`
    select found.*, m.app_id, p.customer_id as publisher
      from (select h.issue_day, h.offer_id, h.action, h.received_at, h.ad_id, h.medium_id,
                   coalesce(h.device_id, '') as device_id, h.transfer_id, h.price_micros, h.publisher_micros,
                   h.user_micros, h.country, a.campaign_id, a.customer_id as advertiser
              from ${openCharges(selection)}
             order by h.received_at, h.offer_id, h.action
             limit ${chargesMax}) as found
      join medium m using (medium_id) join app p using (app_id)`,
  )
