import type { ActionType } from '@voltline/contract'
import {
  type AdId,
  assert,
  type CampaignId,
  type Instant,
  type MediumId,
  type Millionths,
  noMoney,
  split,
  utcDay,
} from '@voltline/kernel'
import { leastChargeOfAd } from '../domain/ad/afford.ts'
import { audit } from '../domain/audit/audit.ts'
import { cashOf, network, revenueOf, voltsOf } from '../domain/ledger/account.ts'
import { post, type Transfer } from '../domain/ledger/ledger.ts'
import {
  RollupAdditions,
  type RollupCount,
  writeAdRollups,
  writeMediumRollups,
} from '../domain/reports/rollup/write-rollups.ts'
import type { Tx } from '../platform/database/database.ts'
import { at, sql } from '../platform/database/sql.ts'
import { type CountedEvent, type CountedInstall, eventKey, type InvalidEvent } from './count.ts'
import type { Facts } from './facts.ts'
import type { AdDay, Limits } from './limits.ts'

const countOf: Record<ActionType, RollupCount> = {
  IMPRESSION: 'impressions',
  CLICK: 'clicks',
  WATCH: 'watches',
  INSTALL: 'installs',
  ACTION: 'actions',
}

export async function saveCounted(tx: Tx, counted: readonly CountedEvent[]): Promise<void> {
  if (counted.length === 0) return
  const events = counted.map((one) => one.event)
  const saved = await tx.run(sql`
    insert into counted_event (issue_day, offer_id, action, received_at, charged_micros)
    select * from unnest(${events.map((event) => event.issueDay)}::date[],
                         ${events.map((event) => event.offerId)}::uuid[],
                         ${events.map((event) => event.action)}::text[],
                         ${events.map((event) => at(event.receivedAt))}::timestamptz[],
                         ${counted.map((one) => one.charged)}::bigint[])`)
  assert(saved === counted.length, 'an event counts once')
}

/** The rollups of ads and media, and the publisher's part of every charge. */
export async function saveMoneyAndRollups(
  tx: Tx,
  batch: { counted: readonly CountedEvent[]; facts: Facts; networkShare: Millionths },
): Promise<void> {
  const ads = new RollupAdditions<AdId>()
  const media = new RollupAdditions<MediumId>()
  const transfers: Transfer[] = []
  for (const { event, billable, charged } of batch.counted) {
    const { adId, mediumId, receivedAt } = event
    ads.count(adId, receivedAt, countOf[event.action])
    media.count(mediumId, receivedAt, countOf[event.action])
    if (billable && charged === 0n) {
      ads.count(adId, receivedAt, 'unpaid')
      media.count(mediumId, receivedAt, 'unpaid')
    }
    if (charged === 0n) continue
    const ad = batch.facts.ads.get(adId)
    const medium = batch.facts.media.get(mediumId)
    assert(ad && medium, 'a charged event has its ad and its medium')
    const shares = split(charged, batch.networkShare)
    ads.pay(adId, receivedAt, charged)
    media.pay(mediumId, receivedAt, shares.publisher)
    transfers.push({
      key: eventKey(event),
      kind: 'CHARGE',
      from: cashOf(ad.advertiser),
      to: [
        [revenueOf(medium.publisher), shares.publisher],
        [voltsOf({ appId: medium.appId, deviceId: event.deviceId }), shares.user],
        [network, shares.network],
      ],
      at: receivedAt,
    })
  }
  const posted = await post(tx, transfers)
  assert(posted.size === transfers.length, 'an event is charged once')
  await writeAdRollups(tx, ads)
  await writeMediumRollups(tx, media)
}

interface AdChange {
  impressions: number
  clicks: number
  billable: number
  billed: number
}

/** The ads' counts over their life, and what they and their campaigns have spent. */
export async function saveAds(
  tx: Tx,
  batch: { counted: readonly CountedEvent[]; limits: Limits },
): Promise<void> {
  const changes = new Map<AdId, AdChange>()
  for (const { event, billable, charged } of batch.counted) {
    const change = changes.get(event.adId) ?? { impressions: 0, clicks: 0, billable: 0, billed: 0 }
    changes.set(event.adId, change)
    if (event.action === 'IMPRESSION') change.impressions += 1
    if (event.action === 'CLICK') change.clicks += 1
    if (billable) change.billable += 1
    if (charged > 0n) change.billed += 1
  }
  const ids = [...changes.keys()]
  const list = [...changes.values()]
  await tx.run(sql`
    update ad a
       set impressions = a.impressions + d.impressions, clicks = a.clicks + d.clicks,
           billable_events = a.billable_events + d.billable, billed_events = a.billed_events + d.billed,
           spent_micros = a.spent_micros + d.spent
      from unnest(${ids}::int[], ${list.map((one) => one.impressions)}::int[], ${list.map((one) => one.clicks)}::int[],
                  ${list.map((one) => one.billable)}::int[], ${list.map((one) => one.billed)}::int[],
                  ${ids.map((id) => batch.limits.spentByAd.get(id) ?? noMoney)}::bigint[])
           as d(ad_id, impressions, clicks, billable, billed, spent)
     where a.ad_id = d.ad_id`)
}

export async function saveSpent(tx: Tx, limits: Limits): Promise<void> {
  const campaigns = [...limits.spentByCampaign]
  if (campaigns.length === 0) return
  await tx.run(sql`
    update campaign c
       set spent_micros = c.spent_micros + d.spent
      from unnest(${campaigns.map(([id]) => id)}::int[], ${campaigns.map(([, spent]) => spent)}::bigint[])
           as d(campaign_id, spent)
     where c.campaign_id = d.campaign_id`)
  const days: readonly AdDay[] = limits.chargedDays
  await tx.run(sql`
    insert into ad_day (ad_id, day_starts_at, day_ends_at, spent_micros)
    select * from unnest(${days.map((one) => one.adId)}::int[],
                         ${days.map((one) => at(one.day.startsAt))}::timestamptz[],
                         ${days.map((one) => at(one.day.endsAt))}::timestamptz[],
                         ${days.map((one) => one.spent)}::bigint[])
        on conflict (ad_id, day_starts_at) do update
       set day_ends_at = excluded.day_ends_at, spent_micros = excluded.spent_micros`)
}

/**
 * Completes the ads whose limit this batch has used up, and all ads of a campaign, stopped ones too, whose budget
 * no longer covers one billable event of any of them.
 */
export async function completeAds(tx: Tx, limits: Limits, now: Instant): Promise<void> {
  if (limits.spentByCampaign.size === 0) return
  const campaigns: CampaignId[] = [...limits.spentByCampaign.keys()]
  const completed = await tx.many(
    (row) => ({ id: row.ad_id as AdId, was: row.was as string }),
    sql`
    update ad
       set status = 'COMPLETE', updated_at = ${at(now)}
      from (select one.ad_id, one.status as was
              from ad one
             where one.status <> 'COMPLETE'
               and (one.ad_id = any(${limits.usedUpAds}::int[])
                    or one.campaign_id in (
                         select c.campaign_id
                           from campaign c join ad a using (campaign_id)
                          where c.campaign_id = any(${campaigns}::int[])
                          group by c.campaign_id
                         having c.budget_micros - c.spent_micros < min(${leastChargeOfAd})))
             order by one.ad_id
               for no key update) as open
     where ad.ad_id = open.ad_id
    returning ad.ad_id, open.was`,
  )
  for (const { id, was } of completed) {
    await audit(tx, {
      actor: 'SYSTEM',
      action: 'billing/complete',
      entity: 'ad',
      entityId: id,
      was: { status: was },
      became: { status: 'COMPLETE' },
      at: now,
    })
  }
}

export async function saveInstalls(tx: Tx, installs: readonly CountedInstall[]): Promise<void> {
  if (installs.length === 0) return
  await tx.run(sql`
    insert into campaign_install as known (campaign_id, device_id, installed_at)
    select * from unnest(${installs.map((one) => one.campaignId)}::int[],
                         ${installs.map((one) => one.deviceId)}::text[],
                         ${installs.map((one) => at(one.at))}::timestamptz[])
        on conflict (campaign_id, device_id) do update
       set installed_at = greatest(known.installed_at, excluded.installed_at)`)
}

/**
 * Invalid traffic is counted for good by reason, unit and UTC day; its events go with their partition. In key order, as
 * delivery writes its own, so that neither waits for the other in a ring.
 */
export async function saveInvalid(tx: Tx, invalid: readonly InvalidEvent[]): Promise<void> {
  if (invalid.length === 0) return
  await tx.run(sql`
    insert into invalid_rollup as known (reason, medium_id, utc_day, count)
    select reason, medium_id, utc_day, count(*)
      from unnest(${invalid.map((one) => one.reason)}::text[],
                  ${invalid.map((one) => one.event.mediumId)}::int[],
                  ${invalid.map((one) => utcDay(one.event.receivedAt))}::date[]) as found(reason, medium_id, utc_day)
     group by reason, medium_id, utc_day
     order by reason, medium_id, utc_day
        on conflict (reason, medium_id, utc_day) do update set count = known.count + excluded.count`)
}
