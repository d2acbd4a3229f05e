import type { ReadSession } from '../../platform/database/database.ts'
import type {
  AdRow,
  AppRow,
  ChargeRow,
  CorrectionRow,
  CountedEventRow,
  CustomerRow,
  JudgedEventRow,
  MediumRow,
  PayoutRequestRow,
  RewardCallbackRow,
  UnchargedEventRow,
  WaitingEventRow,
} from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'
import { type RawEvent, rawEventsOf } from '../events/postgres/postgres-trace.ts'
import type { TracedOffers } from './search.ts'

type Instant = ChargeRow['received_at']

export type CorrectionOfCharge = Pick<ChargeRow, 'offer_id' | 'action' | 'price_micros'> &
  Pick<CorrectionRow, 'reason' | 'corrected_at'> & { rule: CorrectionRow['rule']; transfer_id: bigint }

export type NamedAd = Pick<AdRow, 'ad_id' | 'name' | 'billing_type'> & Pick<CustomerRow, 'company'>
export type NamedUnit = Pick<MediumRow, 'medium_id'> & Pick<AppRow, 'name' | 'customer_id'>
export type PayoutStep = Pick<
  PayoutRequestRow,
  'request_id' | 'customer_id' | 'amount_won' | 'status' | 'requested_at' | 'answered_at'
>
export type KeptCallback = Pick<
  RewardCallbackRow,
  'event_id' | 'medium_id' | 'user_id' | 'watched_at' | 'status' | 'tries' | 'http_status'
>

/** Everything that is still kept about offers. */
export interface KeptRows {
  raw: RawEvent[]
  counted: CountedEventRow[]
  waiting: WaitingEventRow[]
  uncharged: UnchargedEventRow[]
  judged: JudgedEventRow[]
  charges: ChargeRow[]
  corrections: CorrectionOfCharge[]
  callbacks: KeptCallback[]
}

export async function readKept(session: ReadSession, { offers, days }: TracedOffers): Promise<KeptRows> {
  const ofOffers = sql`t.issue_day = any(${days}::date[]) and t.offer_id = any(${offers}::uuid[])`
  return {
    raw: await rawEventsOf(session, offers, days),
    counted: await session.rows(sql<CountedEventRow>`
      select t.issue_day, t.offer_id, t.action, t.received_at from counted_event t where ${ofOffers}`),
    waiting: await session.rows(sql<WaitingEventRow>`select t.* from waiting_event t where ${ofOffers}`),
    uncharged: await session.rows(
      sql<UnchargedEventRow>`select t.* from uncharged_event t where ${ofOffers}`,
    ),
    judged: await session.rows(sql<JudgedEventRow>`select t.* from judged_event t where ${ofOffers}`),
    charges: await session.rows(sql<ChargeRow>`select t.* from charge t where ${ofOffers}`),
    corrections: await session.rows(sql<CorrectionOfCharge>`
      select t.offer_id, t.action, h.price_micros, c.reason, c.rule, c.corrected_at, t.transfer_id
        from corrected_charge t
        join charge h using (issue_day, offer_id, action)
        join correction_transfer r on r.transfer_id = t.transfer_id
        join correction c using (correction_id)
       where ${ofOffers}`),
    callbacks: await session.rows(sql<KeptCallback>`
      select t.event_id, t.medium_id, t.user_id, t.watched_at, t.status, t.tries, t.http_status
        from reward_callback t where t.event_id = any(${offers}::uuid[])`),
  }
}

export const readNamedAds = (session: ReadSession, ids: readonly number[]): Promise<NamedAd[]> =>
  session.rows(sql<NamedAd>`
    select a.ad_id, a.name, a.billing_type, c.company from ad a join customer c using (customer_id)
     where a.ad_id = any(${ids}::int[])`)

export const readNamedUnits = (session: ReadSession, ids: readonly number[]): Promise<NamedUnit[]> =>
  session.rows(sql<NamedUnit>`
    select m.medium_id, p.name, p.customer_id from medium m join app p using (app_id)
     where m.medium_id = any(${ids}::int[])`)

/** A publisher's first payout requested after this instant: the earliest that can hold what was earned before. */
export const firstPayoutAfter = (
  session: ReadSession,
  publisher: NamedUnit['customer_id'],
  after: Instant,
): Promise<PayoutStep | undefined> =>
  session.maybeOne(
    (row) => row,
    sql<PayoutStep>`
    select request_id, customer_id, amount_won, status, requested_at, answered_at from payout_request
     where customer_id = ${publisher} and requested_at >= ${new Date(after)} and status <> 'RELEASED'
     order by requested_at limit 1`,
  )
