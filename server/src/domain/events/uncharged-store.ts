import type { Day } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { offerOf } from '../quality/evidence/evidence.ts'
import type { CountedEvent, InvalidEvent } from './counting.ts'

/** Keeps the billable events that no limit covered, and the invalid ones, for the lists of charges and earnings. */
export async function saveUncharged(
  tx: Tx,
  { counted = [], invalid }: { counted?: readonly CountedEvent[]; invalid: readonly InvalidEvent[] },
): Promise<void> {
  const unpaid = counted.filter(({ isBillable, chargedMicros }) => isBillable && chargedMicros === 0n)
  const kept = [...unpaid.map(({ event }) => ({ event, reason: '' })), ...invalid].map((row) => ({
    ...row,
    offer: offerOf(row.event.evidence),
  }))
  if (kept.length === 0) return
  // A log may hold an invalid event twice.
  await tx.run(sql`
    insert into uncharged_event (issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros,
                                 rule, status, country, runner_up)
    select issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros, rule,
           case rule when '' then 'UNPAID' else 'INVALID' end, country, runner_up
      from unnest(${kept.map(({ event }) => event.issueDay)}::date[],
                  ${kept.map(({ event }) => event.offerId)}::uuid[],
                  ${kept.map(({ event }) => event.action)}::text[],
                  ${kept.map(({ event }) => at(event.receivedAt))}::timestamptz[],
                  ${kept.map(({ event }) => event.adId)}::int[],
                  ${kept.map(({ event }) => event.mediumId)}::int[],
                  ${kept.map(({ event }) => event.deviceId)}::text[],
                  ${kept.map(({ event }) => event.priceMicros)}::bigint[],
                  ${kept.map(({ reason }) => reason)}::text[],
                  ${kept.map(({ offer }) => offer.offerCountry)}::text[],
                  ${kept.map(({ offer }) => offer.isRivalPrice)}::boolean[])
           as e(issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros, rule, country,
                runner_up)
        on conflict do nothing`)
}

export const deleteUnchargedBefore = (tx: Tx, issueDay: Day): Promise<number> =>
  tx.run(sql`delete from uncharged_event where issue_day < ${issueDay}`)
