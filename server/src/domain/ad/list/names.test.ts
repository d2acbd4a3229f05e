import { listAds } from '@voltline/contract'
import type { CampaignId } from '@voltline/kernel'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { giveAd, giveCampaign } from '../../../../testing/advertiser.ts'
import { useTestServer } from '../../../../testing/test-server.ts'
import { sql } from '../../../platform/database/sql.ts'
import { NameList, NameSearch } from './names.ts'

const server = useTestServer()

test('a search finds exactly the names that contain it, in their order, and none across two names', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'É', 'é', '가', 'İ'), maxLength: 6 })
  fc.assert(
    fc.property(fc.array(letters), letters, (names, part) => {
      const ids = Int32Array.from(names, (_, n) => names.length - n)
      const found = [...ids].filter((_, n) => names[n]?.toLowerCase().includes(part.toLowerCase()))
      expect(new NameList(ids, names).containing(part)).toEqual(found)
    }),
  )
})

test('Q-44 an ad is found as soon as it is there, whichever process added it', async () => {
  const client = await server.customer('ADVERTISER')
  const campID = await giveCampaign(client)
  const another = new NameSearch()
  const search = () => server.db.snapshot((tx) => another.search(tx, campID as CampaignId, 'GATE'))
  expect(await search()).toEqual([])
  const red = await giveAd(server, client, { campID, name: 'Red gate' })
  expect(await search()).toEqual([red])
  const found = await client.ok(listAds, { campID: String(campID), name: 'gate' })
  expect(found).toMatchObject({ rowCount: 1, ads: [{ ProID: red }] })
  const blue = await giveAd(server, client, { campID, name: 'Blue gate' })
  expect(await search()).toEqual([blue, red])
})

test('AD-AD-03 a name and filters together narrow a campaign of thousands, page by page', async () => {
  const client = await server.customer('ADVERTISER')
  const campID = await giveCampaign(client)
  const proID = await giveAd(server, client, { campID, name: 'Gate 0' })
  await server.db.transaction((tx) =>
    tx.run(sql`
      insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, url_aos, materials, countries,
                      week, day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, status, registered_at, updated_at)
      select campaign_id, customer_id, product, billing_type, 'Gate ' || n, camp_type, url_aos, materials, countries,
             week, day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won,
             case n % 4 when 0 then 'INPROGRESS' else 'WAITING' end, registered_at, updated_at
        from ad, generate_series(1, 3000) as n where ad_id = ${proID}`),
  )
  const list = async (query: Record<string, string>) => {
    const { ads, rowCount } = await client.ok(listAds, { campID: String(campID), ...query })
    return { rowCount, names: ads.map((ad) => ad.ProName) }
  }
  const running = { name: 'gate', status: 'INPROGRESS' }
  expect(await list({ name: 'gate' })).toMatchObject({ rowCount: 3001 })
  expect(await list(running)).toMatchObject({ rowCount: 750, names: { 0: 'Gate 3000', 9: 'Gate 2964' } })
  expect(await list({ ...running, pageNo: '75' })).toMatchObject({ names: { 0: 'Gate 40', 9: 'Gate 4' } })
  expect(await list({ ...running, name: 'gate 300' })).toEqual({
    rowCount: 2,
    names: ['Gate 3000', 'Gate 300'],
  })
})

test('an ad keeps its name, and the program cannot remove it', async () => {
  const client = await server.customer('ADVERTISER')
  const proID = await giveAd(server, client, { campID: await giveCampaign(client) })
  const run = (text: string) => server.db.transaction((tx) => tx.run({ text, values: [proID] }))
  await expect(run(`update ad set name = 'Other' where ad_id = $1`)).rejects.toThrow('an ad keeps its name')
  await expect(run('delete from ad where ad_id = $1')).rejects.toThrow('permission denied')
})
