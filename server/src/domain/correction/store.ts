import {
  type AdId,
  assert,
  type CustomerId,
  type Instant,
  type Micros,
  type OperatorId,
} from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { CorrectionRow, CustomerRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { quarterOf } from '../reports/rollup/quarter.ts'
import type { ReversedCharge, ReversedGroup } from './reversal.ts'
import type { CorrectionTotals, Selection } from './select-charges.ts'

export interface NewCorrection extends CorrectionTotals {
  selection: Selection
  reason: string
  by: OperatorId
  now: Instant
}

export const insertCorrection = (tx: Tx, correction: NewCorrection): Promise<number> => {
  const { selection, charges, priceMicros, reason, by, now } = correction
  return tx.one(
    (row) => row.correction_id,
    sql<Pick<CorrectionRow, 'correction_id'>>`
    insert into correction (medium_id, ad_id, device_id, rule, from_at, to_at, reason, charges, price_micros,
                            operator_id, corrected_at)
    values (${'mediumId' in selection ? selection.mediumId : null}, ${'adId' in selection ? selection.adId : null},
            ${'deviceId' in selection ? selection.deviceId : null}, ${'rule' in selection ? selection.rule : null},
            ${at(selection.from)}, ${at(selection.to)}, ${reason}, ${charges}, ${priceMicros}, ${by}, ${at(now)})
    returning correction_id`,
  )
}

/** Few enough for one statement. */
const rowsPerStatement = 10_000

export async function insertReversals(
  tx: Tx,
  correctionId: number,
  groups: readonly ReversedGroup[],
  ids: ReadonlyMap<string, bigint>,
): Promise<void> {
  const idOf = (group: ReversedGroup): bigint => {
    const id = ids.get(group.transfer.key)
    assert(id !== undefined, 'a transfer of a correction is new')
    return id
  }
  await tx.run(sql`
    insert into correction_transfer (transfer_id, correction_id, advertiser_id, publisher_id, charges, price_micros,
                                     publisher_micros, is_after_close)
    select r.transfer_id, ${correctionId}::int, r.advertiser_id, r.publisher_id, r.charges, r.price_micros,
           r.publisher_micros, r.is_after_close
      from unnest(${groups.map(idOf)}::bigint[], ${groups.map((group) => group.advertiser)}::int[],
                  ${groups.map((group) => group.publisher)}::int[],
                  ${groups.map((group) => group.charges.length)}::int[],
                  ${groups.map((group) => group.priceMicros)}::bigint[],
                  ${groups.map((group) => group.publisherMicros)}::bigint[],
                  ${groups.map((group) => group.isAfterClose)}::boolean[])
           as r(transfer_id, advertiser_id, publisher_id, charges, price_micros, publisher_micros, is_after_close)`)
  const charges = groups.flatMap((group) => group.charges.map((charge) => ({ ...charge, id: idOf(group) })))
  for (let first = 0; first < charges.length; first += rowsPerStatement) {
    await insertCorrected(tx, charges.slice(first, first + rowsPerStatement))
  }
}

/** A charge that was corrected before is a fault, which rolls the correction back. */
const insertCorrected = (tx: Tx, charges: readonly (ReversedCharge & { id: bigint })[]): Promise<number> =>
  tx.run(sql`
    insert into corrected_charge (issue_day, offer_id, action, volts_micros, transfer_id)
    select * from unnest(${charges.map((charge) => charge.issueDay)}::date[],
                         ${charges.map((charge) => charge.offerId)}::uuid[],
                         ${charges.map((charge) => charge.action)}::text[],
                         ${charges.map((charge) => charge.voltsMicros)}::bigint[],
                         ${charges.map((charge) => charge.id)}::bigint[])`)

/** Adds to the corrected sums of the ads. The caller has locked the ads. */
export const addCorrected = (tx: Tx, charges: readonly ReversedCharge[]): Promise<number> =>
  tx.run(sql`
    insert into ad_corrected as known (ad_id, utc_day, quarter, corrected_micros, corrected_events)
    select d.ad_id, (d.received_at at time zone 'UTC')::date, d.quarter, sum(d.price), count(*)
      from unnest(${charges.map((charge) => charge.adId)}::int[],
                  ${charges.map((charge) => at(charge.receivedAt))}::timestamptz[],
                  ${charges.map((charge) => quarterOf(charge.receivedAt))}::int[],
                  ${charges.map((charge) => charge.priceMicros)}::bigint[]) as d(ad_id, received_at, quarter, price)
     group by 1, 2, 3
        on conflict (ad_id, utc_day, quarter) do update
       set corrected_micros = known.corrected_micros + excluded.corrected_micros,
           corrected_events = known.corrected_events + excluded.corrected_events`)

/** Takes the charges out of the spending days that they belong to. The caller has locked the ads. */
export const reduceSpentDays = (tx: Tx, charges: readonly ReversedCharge[]): Promise<number> =>
  tx.run(sql`
    update ad_day d
       set spent_micros = d.spent_micros - less.price
      from (select c.ad_id, own.day_starts_at, sum(c.price) as price
              from unnest(${charges.map((charge) => charge.adId)}::int[],
                          ${charges.map((charge) => at(charge.receivedAt))}::timestamptz[],
                          ${charges.map((charge) => charge.priceMicros)}::bigint[]) as c(ad_id, received_at, price),
                   lateral (select max(k.day_starts_at) as day_starts_at from ad_day k
                             where k.ad_id = c.ad_id and k.day_starts_at <= c.received_at) as own
             group by c.ad_id, own.day_starts_at) as less
     where d.ad_id = less.ad_id and d.day_starts_at = less.day_starts_at`)

/** In the order in which billing locks them. */
export async function lockCorrected(tx: Tx, adIds: readonly AdId[]): Promise<void> {
  await tx.rows(sql`
    select from campaign
     where campaign_id in (select campaign_id from ad where ad_id = any(${adIds}::int[]))
     order by campaign_id
       for no key update`)
  await tx.rows(sql`select from ad where ad_id = any(${adIds}::int[]) order by ad_id for no key update`)
}

/** Whom to write to about a credit. */
export const addressesOf = (
  session: ReadSession,
  ids: readonly CustomerId[],
): Promise<Pick<CustomerRow, 'customer_id' | 'email' | 'timezone'>[]> =>
  session.rows(sql<Pick<CustomerRow, 'customer_id' | 'email' | 'timezone'>>`
    select customer_id, email, timezone from customer where customer_id = any(${ids}::int[]) order by customer_id`)

/** What each advertiser gets back. */
export function creditsOf(groups: readonly ReversedGroup[]): Map<CustomerId, Micros> {
  const credits = new Map<CustomerId, Micros>()
  for (const { advertiser, priceMicros } of groups) {
    credits.set(advertiser, ((credits.get(advertiser) ?? 0n) + priceMicros) as Micros)
  }
  return credits
}
