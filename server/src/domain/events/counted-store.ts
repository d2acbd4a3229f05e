import { assert, type CampaignId, type Day, type Instant, utcDay } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import type { CampaignInstallRow, ChargeRow } from '../../platform/database/rows.ts'
import { at, prepared, sql } from '../../platform/database/sql.ts'
import { addInvalidCounts } from '../quality/invalid-traffic.ts'
import {
  type CountedEvent,
  type CountedInstall,
  eventKey,
  type InvalidEvent,
  installKey,
} from './counting.ts'
import type { EventKey } from './event-log.ts'

/** Each issue day is a partition of its own and gets a query of its own. */
function offersByIssueDay(events: readonly EventKey[]): Map<Day, Set<string>> {
  const days = new Map<Day, Set<string>>()
  for (const { issueDay, offerId } of events) {
    const offers = days.get(issueDay)
    if (offers) offers.add(offerId)
    else days.set(issueDay, new Set([offerId]))
  }
  return days
}

/** When the counted events of these events' offers arrived, charged or not, by `eventKey`. */
export async function readCounted(tx: Tx, events: readonly EventKey[]): Promise<Map<string, Instant>> {
  const counted = new Map<string, Instant>()
  for (const [issueDay, offers] of offersByIssueDay(events)) {
    // As an array and not as a join: PostgreSQL then reads each page of the index once.
    const list = [...offers]
    const rows = await tx.rows(
      prepared(
        'read-counted',
        sql<Pick<ChargeRow, 'offer_id' | 'action' | 'received_at'>>`
        select offer_id, action, received_at from counted_event
         where issue_day = ${issueDay}::date and offer_id = any(${list}::uuid[])
         union all
        select offer_id, action, received_at from charge
         where issue_day = ${issueDay}::date and offer_id = any(${list}::uuid[])`,
      ),
    )
    for (const { offer_id: offerId, action, received_at: receivedAt } of rows) {
      counted.set(eventKey({ issueDay, offerId, action }), receivedAt)
    }
  }
  return counted
}

/** Charged events are left out: their charges prove that they counted. */
export async function saveCounted(tx: Tx, counted: readonly CountedEvent[]): Promise<void> {
  const events = counted.flatMap(({ event, chargedMicros }) => (chargedMicros === 0n ? [event] : []))
  if (events.length === 0) return
  const saved = await tx.run(
    prepared(
      'save-counted',
      sql`
      insert into counted_event (issue_day, offer_id, action, received_at)
      select * from unnest(${events.map((event) => event.issueDay)}::date[],
                           ${events.map((event) => event.offerId)}::uuid[],
                           ${events.map((event) => event.action)}::text[],
                           ${events.map((event) => at(event.receivedAt))}::timestamptz[])`,
    ),
  )
  assert(saved === events.length, 'an event counts once')
}

/** The last counted install of each device for a campaign, by `installKey`. */
export async function readInstalls(
  tx: Tx,
  installs: readonly { campaignId: CampaignId; deviceId: string }[],
): Promise<Map<string, Instant>> {
  if (installs.length === 0) return new Map()
  const rows = await tx.many(
    (row): [string, Instant] => [
      installKey({ campaignId: row.campaign_id, deviceId: row.device_id }),
      row.installed_at,
    ],
    sql<CampaignInstallRow>`
    select campaign_id, device_id, installed_at
      from campaign_install
     where (campaign_id, device_id) in (
             select * from unnest(${installs.map(({ campaignId }) => campaignId)}::int[],
                                  ${installs.map(({ deviceId }) => deviceId)}::text[]))`,
  )
  return new Map(rows)
}

export async function saveInstalls(tx: Tx, installs: readonly CountedInstall[]): Promise<void> {
  if (installs.length === 0) return
  await tx.run(sql`
    insert into campaign_install as known (campaign_id, device_id, installed_at)
    select * from unnest(${installs.map(({ campaignId }) => campaignId)}::int[],
                         ${installs.map(({ deviceId }) => deviceId)}::text[],
                         ${installs.map((install) => at(install.at))}::timestamptz[])
        on conflict (campaign_id, device_id) do update
       set installed_at = greatest(known.installed_at, excluded.installed_at)`)
}

export const deleteInstallsBefore = (tx: Tx, before: Instant): Promise<number> =>
  tx.run(sql`delete from campaign_install where installed_at < ${at(before)}`)

export const saveInvalid = (tx: Tx, invalid: readonly InvalidEvent[], now: Instant): Promise<void> =>
  addInvalidCounts(
    tx,
    invalid.map(({ event: { mediumId, receivedAt }, reason }) => ({
      reason,
      mediumId,
      utcDay: utcDay(receivedAt),
      count: 1,
    })),
    now,
  )
