import { pricingModels } from '@voltline/contract'
import {
  type AdId,
  assert,
  type CampaignId,
  type CustomerId,
  instant,
  micros,
  type Won,
  wholeWon,
} from '@voltline/kernel'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../../testing/database.ts'
import { Database, type Tx } from '../../../platform/database/database.ts'
import type { AdRow } from '../../../platform/database/rows.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { completeAds, isCampaignUsedUp } from './complete.ts'

const database = useFreshDatabase()
const now = instant(Date.parse('2026-11-15T03:00:00Z'))
let db: Database

beforeAll(() => {
  db = new Database({ url: database.url, connectionsMax: 2, statementMsMax: 10_000, onLost: () => {} })
})
afterAll(() => db.close())

interface TestAd {
  billingType: AdRow['billing_type']
  minCostWon: Won
  status: AdRow['status']
  isUsedUp: boolean
}

const insertAdvertiser = (tx: Tx): Promise<CustomerId> =>
  tx.one(
    (row) => row.customer_id,
    sql<{ customer_id: CustomerId }>`
    insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                          postback_secret, registered_at, updated_at)
    values ('ADVERTISER', 'a', 'a', '', '', '', '', 'UTC', '', ${at(now)}, ${at(now)})
    returning customer_id`,
  )

async function insertCampaign(
  tx: Tx,
  owner: CustomerId,
  campaign: { remainingMicros: bigint; ads: readonly TestAd[] },
): Promise<{ id: CampaignId; adIds: AdId[] }> {
  const spent = 1_000_000_000n
  const id = await tx.one(
    (row) => row.campaign_id,
    sql<{ campaign_id: CampaignId }>`
    insert into campaign (customer_id, name, camp_type, budget_micros, spent_micros, countries, registered_at, updated_at)
    values (${owner}, 'Campaign', 'BOTH', ${spent + campaign.remainingMicros}, ${spent}, '{Global}', ${at(now)}, ${at(now)})
    returning campaign_id`,
  )
  const adIds: AdId[] = []
  for (const ad of campaign.ads) {
    const adId = await tx.one(
      (row) => row.ad_id,
      sql<{ ad_id: AdId }>`
      insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, materials, countries, week,
                      day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, status, registered_at,
                      updated_at)
      values (${id}, ${owner}, 'BANNER', ${ad.billingType}, 'Ad', 'BOTH', '{}', '{Global}', '{1,1,1,1,1,1,1}', 1, 1,
              ${ad.minCostWon}, ${ad.minCostWon}, ${ad.status}, ${at(now)}, ${at(now)})
      returning ad_id`,
    )
    adIds.push(adId)
  }
  return { id, adIds }
}

const anAd = fc.record({
  billingType: fc.constantFrom(...pricingModels),
  minCostWon: fc.integer({ min: 1, max: 3_000 }).map(wholeWon),
  status: fc.constantFrom<AdRow['status']>('FIRST', 'WAITING', 'INPROGRESS', 'COMPLETE'),
  isUsedUp: fc.boolean(),
})

const aCampaign = fc.record({
  remainingMicros: fc.oneof(
    fc.bigInt({ min: 0n, max: 4_000_000n }),
    fc.bigInt({ min: 0n, max: 3_000n }).map((won) => won * 1_000_000n),
  ),
  ads: fc.array(anAd, { minLength: 1, maxLength: 4 }),
})

test('ads complete in SQL exactly when the rule says so, stopped ones too', async () => {
  const campaigns = fc.sample(aCampaign, 150)
  await db.transaction(async (tx) => {
    const owner = await insertAdvertiser(tx)
    const ids: CampaignId[] = []
    const usedUpAds: AdId[] = []
    const due: AdId[] = []
    for (const { remainingMicros, ads } of campaigns) {
      const { id, adIds } = await insertCampaign(tx, owner, { remainingMicros, ads })
      ids.push(id)
      const isCampaignDue = isCampaignUsedUp(micros(remainingMicros), ads)
      ads.forEach((ad, index) => {
        const adId = adIds[index]
        assert(adId !== undefined, 'every ad was inserted')
        if (ad.isUsedUp) usedUpAds.push(adId)
        if (ad.status !== 'COMPLETE' && (ad.isUsedUp || isCampaignDue)) due.push(adId)
      })
    }
    const completed = await completeAds(tx, { usedUpAds, campaigns: ids }, now)
    expect(completed.toSorted((a, b) => a - b)).toEqual(due)
  })
})
