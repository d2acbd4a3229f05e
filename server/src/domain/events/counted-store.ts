import { assert, type CampaignId, type Day, type Instant, utcDay } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import type { CampaignInstallRow, ChargeRow, JudgedEventRow } from '../../platform/database/rows.ts'
import { at, prepared, sql } from '../../platform/database/sql.ts'
import { addInvalidCounts } from '../quality/invalid-traffic.ts'
import type { Verdict } from '../quality/rules/rules.ts'
import { isRuleId } from '../quality/rules/settings-store.ts'
import { quarterOf } from '../reports/rollup/quarter.ts'
import {
  type CountedEvent,
  type CountedInstall,
  eventKey,
  type InvalidEvent,
  installKey,
  type JudgedByRule,
  type OfferHistory,
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

type CountedRow = Pick<ChargeRow, 'offer_id' | 'action' | 'received_at'> & {
  rule: JudgedEventRow['rule'] | null
  mode: JudgedEventRow['mode'] | null
}

/** When the counted events of these events' offers arrived, charged or not, and what rules said of them. */
export async function readCounted(
  tx: Tx,
  events: readonly EventKey[],
): Promise<Pick<OfferHistory, 'counted' | 'judged'>> {
  const counted = new Map<string, Instant>()
  const judged = new Map<string, Verdict & { receivedAt: Instant }>()
  for (const [issueDay, offers] of offersByIssueDay(events)) {
    // As an array and not as a join: PostgreSQL then reads each page of the index once.
    const list = [...offers]
    const rows = await tx.rows(
      prepared(
        'read-counted',
        sql<CountedRow>`
        select offer_id, action, received_at, null as rule, null as mode from counted_event
         where issue_day = ${issueDay}::date and offer_id = any(${list}::uuid[])
         union all
        select offer_id, action, received_at, null, null from charge
         where issue_day = ${issueDay}::date and offer_id = any(${list}::uuid[])
         union all
        select offer_id, action, received_at, rule, mode from judged_event
         where issue_day = ${issueDay}::date and offer_id = any(${list}::uuid[])`,
      ),
    )
    for (const { offer_id: offerId, action, received_at: receivedAt, rule, mode } of rows) {
      const key = eventKey({ issueDay, offerId, action })
      if (rule === null || mode === null) counted.set(key, receivedAt)
      else if (isRuleId(rule)) judged.set(key, { rule, mode, receivedAt })
    }
  }
  return { counted, judged }
}

/** An event is judged once. */
export async function saveJudged(tx: Tx, judged: readonly JudgedByRule[]): Promise<void> {
  if (judged.length === 0) return
  await tx.run(sql`
    insert into judged_event (issue_day, offer_id, action, rule, mode, received_at, ad_id, medium_id)
    select * from unnest(${judged.map(({ event }) => event.issueDay)}::date[],
                         ${judged.map(({ event }) => event.offerId)}::uuid[],
                         ${judged.map(({ event }) => event.action)}::text[],
                         ${judged.map(({ rule }) => rule)}::text[],
                         ${judged.map(({ mode }) => mode)}::text[],
                         ${judged.map(({ event }) => at(event.receivedAt))}::timestamptz[],
                         ${judged.map(({ event }) => event.adId)}::int[],
                         ${judged.map(({ event }) => event.mediumId)}::int[])`)
}

/** Invalid events of old offers can no longer arrive again; observed ones are kept for corrections. */
export const deleteJudgedBefore = (tx: Tx, days: { invalid: Day; observed: Day }): Promise<number> =>
  tx.run(sql`
    delete from judged_event
     where issue_day < ${days.observed} or (issue_day < ${days.invalid} and mode = 'ENFORCE')`)

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

export async function saveInvalid(tx: Tx, invalid: readonly InvalidEvent[], now: Instant): Promise<void> {
  if (invalid.length === 0) return
  await addInvalidCounts(
    tx,
    invalid.map(({ event: { mediumId, receivedAt }, reason }) => ({
      reason,
      mediumId,
      utcDay: utcDay(receivedAt),
      quarter: quarterOf(receivedAt),
      count: 1,
    })),
    now,
  )
  // An ad belongs to one partition of the log, so no other batch changes its rows meanwhile.
  await tx.run(sql`
    insert into ad_invalid_rollup as known (ad_id, utc_day, quarter, count)
    select ad_id, utc_day, quarter, count(*)
      from unnest(${invalid.map(({ event }) => event.adId)}::int[],
                  ${invalid.map(({ event }) => utcDay(event.receivedAt))}::date[],
                  ${invalid.map(({ event }) => quarterOf(event.receivedAt))}::smallint[]) as added(ad_id, utc_day, quarter)
     group by ad_id, utc_day, quarter
        on conflict (ad_id, utc_day, quarter) do update set count = known.count + excluded.count`)
}
