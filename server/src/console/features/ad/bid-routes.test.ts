import { bidCost, startAd, stopAd } from '@voltline/contract'
import { won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { giveAd, giveCampaign } from '../../../../testing/advertiser.ts'
import { type CustomerClient, useTestServer } from '../../../../testing/test-server.ts'
import { sql } from '../../../platform/database/sql.ts'

const server = useTestServer({ RATE_LIMITS: '1' })
const advertiser = () => server.customer('ADVERTISER', { cash: won(10_000_000) })
const market = { product: 'BANNER', campType: 'AOS', billingType: 'CPM' } as const

/** An advertiser with one live banner. */
async function rival(bid: { minCost: number; maxCost: number }, campType: 'AOS' | 'IOS' | 'BOTH' = 'AOS') {
  const client = await advertiser()
  const campID = await giveCampaign(client, { campType: 'BOTH' })
  const proID = await giveAd(server, client, { campID, campType, ...bid })
  await client.ok(startAd, { proID })
  return { client, campID, proID }
}
const valueFor = async (client: CustomerClient, change: object = {}) =>
  (await client.ok(bidCost, { ...market, ...change })).value

describe('bidcost', () => {
  test('API-51 Q-40 threat 28: the range of live rivals in two digits, and the fixed range below three', async () => {
    const client = await rival({ minCost: 1_000, maxCost: 100_000 })
    const fixed = { MinCost: 1_000, MaxCost: 10_000 }
    expect(await valueFor(client.client)).toEqual(fixed)
    await rival({ minCost: 1_000, maxCost: 4_444 })
    const second = await rival({ minCost: 1_000, maxCost: 5_678 }, 'BOTH')
    // A second ad of the same advertiser is not a third rival.
    const again = await giveAd(server, second.client, {
      campID: second.campID,
      campType: 'AOS',
      maxCost: 77_777,
    })
    await second.client.ok(startAd, { proID: again })
    await rival({ minCost: 1_000, maxCost: 50 * 1_000 }, 'IOS')
    expect(await valueFor(client.client)).toEqual(fixed)
    const third = await rival({ minCost: 1_000, maxCost: 1_234 })
    expect(await valueFor(client.client)).toEqual({ MinCost: 1_200, MaxCost: 78_000 })
    await second.client.ok(stopAd, { proID: again })
    expect(await valueFor(client.client)).toEqual({ MinCost: 1_200, MaxCost: 5_700 })
    expect(await valueFor(client.client, { campType: 'BOTH' })).toEqual({ MinCost: 1_200, MaxCost: 50_000 })
    expect(await valueFor(client.client, { billingType: 'nCPI' })).toEqual({ MinCost: 1, MaxCost: 10 })
    await server.db.transaction((session) =>
      session.run(sql`update campaign set spent_micros = budget_micros where campaign_id = ${third.campID}`),
    )
    expect(await valueFor(client.client)).toEqual(fixed)
  })

  test('threat 28: it is rate-limited by account', async () => {
    const client = await advertiser()
    const other = await advertiser()
    const replies = []
    for (let number = 0; number < 41; number++) replies.push(await client.call(bidCost, market))
    expect(replies.slice(0, 40).every((reply) => reply.error === 'SUCCESS')).toBe(true)
    expect(replies[40]).toMatchObject({ status: 429, error: 'TRYAGAIN_LATER' })
    expect((await other.call(bidCost, market)).error).toBe('SUCCESS')
  })
})
