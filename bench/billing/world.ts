import { randomUUID } from 'node:crypto'
import type { ActionType } from '@voltline/contract'
import {
  type AdId,
  type CustomerId,
  type Day,
  type Instant,
  instant,
  type MediumId,
  micros,
} from '@voltline/kernel'
import type { Random } from '../../server/src/demo/random.ts'
import type { OfferEvent } from '../../server/src/domain/events/event-log.ts'
import { type Evidence, encodeEvidence } from '../../server/src/domain/quality/evidence/evidence.ts'
import type { Database } from '../../server/src/platform/database/database.ts'

export const adsCount = 1_000
const mediaCount = 300
const devicesCount = 50_000
const issueDay = '2026-11-10' as Day
const billingTypes = ['CPM', 'CPC', 'CPV', 'nCPI']

/** Fifty advertisers with a thousand ads, ten publishers with three hundred units. */
export async function buildNetwork(db: Database): Promise<void> {
  const statements = [
    `insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                           postback_secret, registered_at, updated_at)
     select case when i <= 50 then 'ADVERTISER' else 'PUBLISHER' end, 'c' || i, 'c' || i, '', '', '', '', 'Asia/Seoul',
            '\\x00', '2026-01-01', '2026-01-01' from generate_series(1, 60) i`,
    `insert into campaign (customer_id, name, camp_type, budget_micros, countries, registered_at, updated_at)
     select 1 + i % 50, 'c', 'AOS', 2e15, '{Global}', '2026-01-01', '2026-01-01' from generate_series(0, 199) i`,
    `insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, materials, countries, week,
                     day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, status, registered_at, updated_at)
     select 1 + i % 200, 1 + i % 50, 'BANNER', ('{${billingTypes.join(',')}}'::text[])[1 + i % 4], 'a', 'AOS', '{}',
            '{Global}', '{1,1,1,1,1,1,1}', 2e15, 2e15, 1000, 2000, 'INPROGRESS', '2026-01-01', '2026-01-01'
       from generate_series(0, ${adsCount - 1}) i`,
    `insert into app (customer_id, name, platform, store_url, registered_at, updated_at)
     select 51 + i % 10, 'p', 'AOS', 'u' || i, '2026-01-01', '2026-01-01' from generate_series(0, 29) i`,
    `insert into medium (app_id, name, product, registered_at, updated_at)
     select 1 + i % 30, 'm', 'BANNER', '2026-01-01', '2026-01-01' from generate_series(0, ${mediaCount - 1}) i`,
  ]
  for (const text of statements) await db.transaction((session) => session.run({ text, values: [] }))
}

const honest: Evidence = {
  ...{ ipHash: '', networkHash: '', formerHashes: [], country: 'KR', agent: 'APP', sdk: 'android/1.0.0' },
  ...{
    isDataCenter: false,
    hasNoPlace: false,
    isVast: false,
    isCountryMismatch: false,
    isRivalPrice: false,
    offerCountry: 'KR',
  },
  ...{
    isRewardedInterstitial: false,
    offerMs: 2_000,
    videoMs: 15_000,
    deviceClicks: 1,
    deviceImpressions: 1,
  },
  measures: { visibleMs: 1_000, visibleRatio: 1, width: 320, height: 50, playedMs: 15_000 },
}
const addresses = Array.from({ length: 1_000 }, (_, number) => {
  const ipHash = (number + 1).toString(16).padStart(16, '0')
  return encodeEvidence({ ...honest, ipHash, networkHash: ipHash, formerHashes: [ipHash] })
})
/** How long after the impression an honest person does the rest. */
const afterMs: Record<ActionType, number> = {
  ...{ IMPRESSION: 0, CLICK: 2_000, WATCH: 15_000, INSTALL: 30_000, ACTION: 30_000 },
}

/**
 * Events in order of arrival, with the evidence of honest people: one impression per offer, some watches and clicks, few
 * installs.
 */
export function someEvents(random: Random, count: number, at: Instant): OfferEvent[] {
  const events: OfferEvent[] = []
  while (events.length < count) {
    const ad = random.whole(1, adsCount)
    const offer = {
      ...{ issueDay, offerId: randomUUID(), priceMicros: micros(1_500_003n) },
      adId: ad as AdId,
      advertiserId: (1 + ((ad - 1) % 50)) as CustomerId,
      mediumId: random.whole(1, mediaCount) as MediumId,
      deviceId: `device-${random.whole(1, devicesCount)}`,
    }
    const luck = random.next()
    const actions: ActionType[] = ['IMPRESSION']
    if (luck < 0.05) actions.push('CLICK')
    if (luck < 0.005) actions.push('INSTALL')
    if (luck > 0.8) actions.push('WATCH')
    const evidence = random.pick(addresses)
    const seenAt = at + events.length
    for (const action of actions) {
      events.push({ ...offer, action, evidence, receivedAt: instant(seenAt + afterMs[action]) })
    }
  }
  return events.slice(0, count)
}
