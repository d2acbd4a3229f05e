import type { ActionType } from '@voltline/contract'
import { billedOn } from '@voltline/contract'
import type { AdId, CampaignId, Day, Instant, Micros } from '@voltline/kernel'
import { type LoggedEvent, toEvent } from '../domain/events/event-reader.ts'
import type { Tx } from '../platform/database/database.ts'
import { at, sql } from '../platform/database/sql.ts'
import { eventKey, installKey } from './count.ts'
import type { Facts } from './facts.ts'
import { type AdDay, adDayKey } from './limits.ts'

/** Offers by the day they were issued on: each day is a partition of its own, and is asked alone. */
function byIssueDay(events: readonly LoggedEvent[]): Map<Day, string[]> {
  const days = new Map<Day, Set<string>>()
  for (const { issueDay, offerId } of events) {
    const offers = days.get(issueDay)
    if (offers) offers.add(offerId)
    else days.set(issueDay, new Set([offerId]))
  }
  return new Map([...days].map(([day, offers]) => [day, [...offers]]))
}

/** What has counted of these events' offers, and when it arrived. */
export async function readCounted(tx: Tx, events: readonly LoggedEvent[]): Promise<Map<string, Instant>> {
  const counted = new Map<string, Instant>()
  for (const [issueDay, offers] of byIssueDay(events)) {
    const rows = await tx.rows(sql`
      select offer_id, action, received_at
        from counted_event
       where issue_day = ${issueDay} and offer_id = any(${offers}::uuid[])`)
    for (const row of rows) {
      const key = { issueDay, offerId: row.offer_id as string, action: row.action as ActionType }
      counted.set(eventKey(key), row.received_at as Instant)
    }
  }
  return counted
}

/** Events that wait for one of these, in the order of the log. */
export async function readWaiting(tx: Tx, events: readonly LoggedEvent[]): Promise<LoggedEvent[]> {
  const awaited = events.filter((event) => event.action === 'IMPRESSION' || event.action === 'CLICK')
  return tx.many(
    toEvent,
    sql`
    select e.issue_day, e.offer_id, e.action, e.received_at, e.ad_id, e.medium_id, e.device_id, e.price_micros,
           e.tx, e.seq
      from waiting_event w
      join event e using (issue_day, offer_id, action)
     where (w.issue_day, w.offer_id) in (
             select * from unnest(${awaited.map((event) => event.issueDay)}::date[],
                                  ${awaited.map((event) => event.offerId)}::uuid[]))
     order by e.tx, e.seq`,
  )
}

/** The last counted install of the devices that now install again. */
export async function readInstalls(
  tx: Tx,
  events: readonly LoggedEvent[],
  facts: Facts,
): Promise<Map<string, Instant>> {
  const installs = events.flatMap((event) => {
    const ad = event.action === 'INSTALL' ? facts.ads.get(event.adId) : undefined
    return ad ? [{ campaignId: ad.campaignId, deviceId: event.deviceId }] : []
  })
  if (installs.length === 0) return new Map()
  const rows = await tx.many(
    (row): [string, Instant] => [
      installKey(row.campaign_id as CampaignId, row.device_id as string),
      row.installed_at as Instant,
    ],
    sql`
    select campaign_id, device_id, installed_at
      from campaign_install
     where (campaign_id, device_id) in (
             select * from unnest(${installs.map((one) => one.campaignId)}::int[],
                                  ${installs.map((one) => one.deviceId)}::text[]))`,
  )
  return new Map(rows)
}

/** What the ads of billable events have spent in the spending days of these events. */
export async function readAdDays(tx: Tx, events: readonly LoggedEvent[], facts: Facts): Promise<AdDay[]> {
  const days = new Map<string, AdDay>()
  for (const event of events) {
    const ad = facts.ads.get(event.adId)
    if (!ad || billedOn[ad.billingType] !== event.action) continue
    const one = { adId: ad.id, day: facts.dayOf(ad.advertiser, event.receivedAt), spent: 0n as Micros }
    days.set(adDayKey(one), one)
  }
  const wanted = [...days.values()]
  if (wanted.length === 0) return []
  const rows = await tx.rows(sql`
    select ad_id, day_starts_at, spent_micros
      from ad_day
     where (ad_id, day_starts_at) in (
             select * from unnest(${wanted.map((one) => one.adId)}::int[],
                                  ${wanted.map((one) => at(one.day.startsAt))}::timestamptz[]))`)
  const spent = new Map(
    rows.map((row) => [`${row.ad_id as AdId}/${row.day_starts_at as Instant}`, row.spent_micros as Micros]),
  )
  return wanted.map((one) => ({ ...one, spent: spent.get(adDayKey(one)) ?? one.spent }))
}
