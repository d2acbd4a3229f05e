import { addAd, getAd, limits, listAds, modifyAd, type Sent, startAd, stopAd } from '@voltline/contract'
import { won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { adDraft, giveAd, giveCampaign, giveFile } from '../../../../testing/advertiser.ts'
import { type CustomerClient, useTestServer } from '../../../../testing/test-server.ts'
import { at, sql } from '../../../platform/database/sql.ts'

const server = useTestServer()
const advertiser = () => server.customer('ADVERTISER', { cash: won(10_000_000) })

/** A client with a campaign and an image, and a function that tries an ad with some fields changed. */
async function adMaker() {
  const client = await advertiser()
  const campID = await giveCampaign(client, { budget: limits.budgetMax })
  const file = await giveFile(server, client, { folder: 'image' })
  const draft = adDraft(campID, [file.name])
  const add = async (change: Record<string, unknown>) => {
    const reply = await client.call(addAd, { ...draft, ...change } as Sent<typeof addAd>)
    return reply.status === 200 ? reply.error : reply.status
  }
  return { client, campID, draft, add }
}

const countAds = async (client: CustomerClient, campID: number) =>
  (await client.ok(listAds, { campID: String(campID) })).rowCount

describe('add', () => {
  test('API-49 AD-AD-51 VALID-56 VALID-57 CONST-19 the edges of the limits', async () => {
    const { add } = await adMaker()
    for (const limit of ['dayLimit', 'budgetLimit']) {
      expect(await add({ [limit]: 99_999 })).toBe(400)
      expect(await add({ [limit]: 100_000 })).toBe('SUCCESS')
      expect(await add({ [limit]: 2_000_000_000 })).toBe('SUCCESS')
      expect(await add({ [limit]: 2_000_000_001 })).toBe(400)
      expect(await add({ [limit]: '100000' })).toBe(400)
      expect(await add({ [limit]: undefined })).toBe(400)
    }
  })

  test('VALID-60 ERR-13 a limit of 0 or below has its code', async () => {
    const { add, client, campID } = await adMaker()
    for (const amount of [0, -1, -100_000]) {
      expect(await add({ dayLimit: amount })).toBe('GREATER_THANZERO')
      expect(await add({ budgetLimit: amount })).toBe('GREATER_THANZERO')
    }
    expect(await countAds(client, campID)).toBe(0)
  })

  test('VALID-58 VALID-59 ERR-11 ERR-12 limits are not above the campaign budget', async () => {
    const { client, draft } = await adMaker()
    const campID = await giveCampaign(client, { budget: 100_000 })
    const small = { ...draft, campID, dayLimit: 100_000, budgetLimit: 100_000 }
    expect((await client.call(addAd, { ...small, dayLimit: 100_001 })).error).toBe('DAYLIMIT_LESSTHAN')
    expect((await client.call(addAd, { ...small, budgetLimit: 100_001 })).error).toBe('PROLIMIT_LESSTHAN')
    await client.ok(addAd, small)
  })

  test('VALID-61 VALID-62 VALID-63 VALID-64 the edges of the bid', async () => {
    const { add } = await adMaker()
    const installs = { billingType: 'nCPI' }
    expect(await add({ ...installs, minCost: 0 })).toBe(400)
    expect(await add({ ...installs, minCost: 1, maxCost: 1 })).toBe('SUCCESS')
    expect(await add({ ...installs, minCost: 1, maxCost: 100_000 })).toBe('SUCCESS')
    expect(await add({ ...installs, minCost: 1, maxCost: 100_001 })).toBe(400)
    expect(await add({ ...installs, minCost: 1.5 })).toBe(400)
    expect(await add({ ...installs, minCost: 2, maxCost: 1 })).toBe('UNKNOWN')
    expect(await add({ minCost: 999 })).toBe('UNKNOWN')
    expect(await add({ minCost: 1_000, maxCost: 1_000 })).toBe('SUCCESS')
  })

  test('Q-04 nCPA is sold through the call; a model of another product is not', async () => {
    const { add } = await adMaker()
    expect(await add({ billingType: 'nCPA', minCost: 1 })).toBe('SUCCESS')
    expect(await add({ billingType: 'CPC' })).toBe('UNKNOWN')
    expect(await add({ billingType: 'eCPC' })).toBe(400)
  })

  test('VALID-38 VALID-48 VALID-49 ERR-14 Q-101 name, countries, URL and schedule', async () => {
    const { add } = await adMaker()
    expect(await add({ name: ' ' })).toBe(400)
    expect(await add({ name: 'a'.repeat(255) })).toBe('SUCCESS')
    expect(await add({ name: 'a'.repeat(256) })).toBe(400)
    expect(await add({ countries: [] })).toBe(400)
    expect(await add({ countries: ['Global'] })).toBe('SUCCESS')
    expect(await add({ url: `https://example.com/${'a'.repeat(1_004)}` })).toBe('SUCCESS')
    expect(await add({ url: `https://example.com/${'a'.repeat(1_005)}` })).toBe('INVALID_TRACKURLAOS')
    expect(await add({ week: [0, 0, 0, 0, 0, 0, 0] })).toBe('EXCEEDED_SCHEDULE')
    expect(await add({ week: [16_777_216, 0, 0, 0, 0, 0, 0] })).toBe(400)
    expect(await add({ week: [1, 1, 1, 1, 1, 1] })).toBe(400)
    expect(await add({ campType: 'WEB' })).toBe(400)
    expect(await add({ campType: 'IOS' })).toBe('UNKNOWN')
  })

  test('the targets of both platforms are saved, and a wrong one has its platform’s code', async () => {
    const { client, draft } = await adMaker()
    const campID = await giveCampaign(client, { campType: 'BOTH' })
    const both = { ...draft, campID, campType: 'BOTH' as const, url_iOS: 'https://ios.example/{click_id}' }
    expect((await client.call(addAd, { ...both, url_iOS: 'x' })).error).toBe('INVALID_TRACKURLIOS')
    expect((await client.call(addAd, { ...both, url_AOS: 'x' })).error).toBe('INVALID_TRACKURLAOS')
    expect((await client.call(addAd, { ...both, name: 'Both targets' })).error).toBe('SUCCESS')
    const found = async (campType: 'AOS' | 'IOS') =>
      (await client.ok(listAds, { campID: String(campID), campType })).ads.map(({ ProID }) => ProID)
    const [proID = 0] = await found('AOS')
    expect(await found('IOS')).toEqual([proID])
    const { ad } = await client.ok(getAd, { proID })
    expect(ad).toMatchObject({ URL_AOS: draft.url, URL_iOS: both.url_iOS })
    const change = { ...both, proID, url_iOS: 'https://ios.example/new' }
    expect((await client.call(modifyAd, { ...change, url_iOS: 'x' })).error).toBe('INVALID_TRACKURLIOS')
    await client.ok(modifyAd, change)
    expect((await client.ok(getAd, { proID })).ad).toMatchObject({ URL_iOS: change.url_iOS })
  })

  test('ERR-15 an iOS ad’s wrong URL has the iOS code', async () => {
    const { client, draft } = await adMaker()
    const campID = await giveCampaign(client, { campType: 'IOS' })
    const ios = { ...draft, campID, campType: 'IOS' as const }
    for (const url of ['x', 'https://:p@shop.example/', 'https://{device_id}/']) {
      expect([url, (await client.call(addAd, { ...ios, url })).error]).toEqual([url, 'INVALID_TRACKURLIOS'])
    }
  })

  test('VALID-39 Q-99 threat 56: files must be the caller’s own and uploaded', async () => {
    const { client, add, campID } = await adMaker()
    const stranger = await advertiser()
    const foreign = await giveFile(server, stranger, { folder: 'image' })
    const unfinished = await giveFile(server, client, { folder: 'image', isStored: false })
    const own = await giveFile(server, client, { folder: 'image' })
    const bad = [
      foreign.name,
      unfinished.name,
      `${'0'.repeat(32)}.png`,
      '../secret-key',
      'nul\u0000.png',
      '-i.png',
    ]
    for (const name of bad) {
      expect(await add({ filenames: [name] })).toBe('NO_PERMISSION')
      expect(await add({ filenames: [own.name, name] })).toBe('NO_PERMISSION')
    }
    expect(await add({ filenames: [] })).toBe('UNKNOWN')
    expect(await countAds(client, campID)).toBe(0)
  })

  test('VALID-47 an encoded video counts with the length of its source', async () => {
    const { client, add } = await adMaker()
    const source = await giveFile(server, client, { folder: 'video', durationMs: 35_000 })
    const encoded = await giveFile(server, client, {
      ...{ folder: 'encoded', durationMs: 35_033, madeFrom: source.id },
    })
    const video = { product: 'VIDEO', billingType: 'CPV', filenames: [encoded.name] }
    expect(await add(video)).toBe('SUCCESS')
    const longSource = await giveFile(server, client, { folder: 'video', durationMs: 35_001 })
    const long = await giveFile(server, client, {
      ...{ folder: 'encoded', durationMs: 35_000, madeFrom: longSource.id },
    })
    expect(await add({ ...video, filenames: [long.name] })).toBe('UNKNOWN')
  })

  test('an uploaded video can be used only once it is encoded, and then stands for the encoded file', async () => {
    const { client, draft } = await adMaker()
    const source = await giveFile(server, client, { folder: 'video', durationMs: 10_000 })
    const kind = { product: 'VIDEO', billingType: 'CPV' } as const
    const video = { ...draft, ...kind, filenames: [source.name] }
    const encode = (state: string, outputName: string | null) =>
      server.db.transaction((tx) =>
        tx.run(sql`
          insert into video_job (file_id, state, output_name, asked_at)
          values (${source.id}, ${state}, ${outputName}, ${at(server.now)})
              on conflict (file_id) do update set state = excluded.state, output_name = excluded.output_name`),
      )
    const notEncoded = { status: 200, error: 'UNKNOWN', detail: 'filenames: the video is not encoded' }
    expect(await client.call(addAd, video)).toMatchObject(notEncoded)
    for (const state of ['WAITING', 'ERROR']) {
      await encode(state, null)
      expect(await client.call(addAd, video)).toMatchObject(notEncoded)
    }
    const encoded = await giveFile(server, client, {
      ...{ folder: 'encoded', durationMs: 10_033, madeFrom: source.id },
    })
    await encode('COMPLETE', encoded.name)
    const proID = await giveAd(server, client, video)
    const materials = async () => (await client.ok(getAd, { proID: String(proID) })).ad?.MatNames
    expect(JSON.parse((await materials()) ?? '')).toEqual({ MatNames: [encoded.name] })
    // Both names are the same file.
    const twice = { ...video, filenames: [source.name, encoded.name] }
    expect(await client.call(addAd, twice)).toMatchObject({ status: 200, error: 'UNKNOWN' })
    const unfinished = await giveFile(server, client, { folder: 'video', durationMs: 10_000 })
    const change = { ...video, proID, filenames: [unfinished.name] }
    expect(await client.call(modifyAd, change)).toMatchObject(notEncoded)
    await client.ok(modifyAd, { ...change, filenames: [source.name] })
    expect(JSON.parse((await materials()) ?? '')).toEqual({ MatNames: [encoded.name] })
  })

  test('VALID-66 threat 5: an ad cannot be added to a foreign or missing campaign', async () => {
    const { client, draft } = await adMaker()
    const other = await advertiser()
    const foreign = await giveCampaign(other)
    for (const campID of [foreign, 2_147_483_647]) {
      expect(
        await client.call(addAd, { ...draft, campID, dayLimit: 100_000, budgetLimit: 100_000 }),
      ).toMatchObject({ status: 200, error: 'NO_PERMISSION' })
    }
    expect(await countAds(other, foreign)).toBe(0)
  })

  test('threat 46: unknown keys are dropped', async () => {
    const { client, add, campID } = await adMaker()
    const smuggled = {
      status: 'INPROGRESS',
      Status: 'INPROGRESS',
      winning: true,
      spent_micros: 1,
      customer_id: 1,
    }
    expect(await add({ ...smuggled, videoLength: 12, proID: 5 })).toBe('SUCCESS')
    const { ads } = await client.ok(listAds, { campID: String(campID) })
    expect(ads).toMatchObject([{ Status: 'FIRST', Winning: 0 }])
    const { ad } = await client.ok(getAd, { proID: String(ads[0]?.ProID) })
    expect(ad).toMatchObject({ VideoLength: 0, Spent: 0n })
  })

  test('threat 60: a long or hostile input is refused, never a fault', async () => {
    const { add } = await adMaker()
    const hostile = ['\uD800', '\u202Eabc', 'a'.repeat(50_000), { $ne: 1 }, ['a'], null]
    for (const value of hostile) {
      for (const field of ['name', 'comment', 'url', 'filenames', 'countries', 'appInfo', 'filter', 'week']) {
        const code = await add({ [field]: value })
        expect(typeof code === 'string' || code === 400, `${field} = ${String(value).slice(0, 20)}`).toBe(
          true,
        )
      }
    }
  })
})

describe('modify', () => {
  test('API-50 AD-AD-54 AD-AD-57 AD-AD-59 the content changes; product, billing type and name stay', async () => {
    const { client, campID, draft } = await adMaker()
    const proID = await giveAd(server, client, { campID })
    const file = await giveFile(server, client, { folder: 'image' })
    const smuggled = { name: 'Other', billingType: 'nCPI', Status: 'COMPLETE' }
    await client.ok(modifyAd, {
      ...draft,
      ...smuggled,
      ...{ proID, product: 'VIDEO', comment: 'New', url: 'https://example.com/2', filenames: [file.name] },
      ...{ minCost: 2_000, maxCost: 5_000, dayLimit: 200_000, budgetLimit: 300_000, filter: true },
      ...{ countries: ['JP'], week: [1, 0, 0, 0, 0, 0, 0], gmID: 1, audID: 2 },
    })
    const { ad } = await client.ok(getAd, { proID: String(proID) })
    expect(ad).toMatchObject({
      ...{ Product: 'BANNER', BillingType: 'CPM', Name: 'Ad', Status: 'FIRST', Comment: 'New' },
      ...{ URL_AOS: 'https://example.com/2', MatNames: JSON.stringify({ MatNames: [file.name] }) },
      ...{ MinCost: 2_000, MaxCost: 5_000, DayLimit: won(200_000), BudgetLimit: won(300_000) },
      ...{ Filter: '{"Adult":true}', Country: '{"Country":["JP"]}', Sunday: 1, Monday: 0, GmID: 1, AudID: 2 },
    })
  })

  test('AD-AD-64 STATE-12 ERR-16 an ad in progress refuses; once stopped the same change is accepted', async () => {
    const { client, draft } = await adMaker()
    const proID = await giveAd(server, client, draft)
    const change = { ...draft, proID, maxCost: 9_000 }
    await client.ok(startAd, { proID })
    expect(await client.call(modifyAd, change)).toMatchObject({ status: 200, error: 'MUSTBE_STOPPED' })
    expect((await client.ok(getAd, { proID: String(proID) })).ad?.MaxCost).toBe(2_000)
    await client.ok(stopAd, { proID })
    await client.ok(modifyAd, change)
    expect((await client.ok(getAd, { proID: String(proID) })).ad).toMatchObject({
      MaxCost: 9_000,
      Status: 'WAITING',
    })
  })

  test('Q-110 a limit may be lowered below what is spent; then the ad does not start', async () => {
    const { client, draft } = await adMaker()
    const proID = await giveAd(server, client, draft)
    await server.db.transaction((session) =>
      session.run(sql`update ad set spent_micros = 500000000000 where ad_id = ${proID}`),
    )
    await client.ok(modifyAd, { ...draft, proID, budgetLimit: 100_000 })
    expect((await client.ok(getAd, { proID: String(proID) })).ad?.Status).toBe('FIRST')
    expect((await client.call(startAd, { proID })).error).toBe('EXCEEDED_PROLIMIT')
  })

  test('the rules of add apply to modify too, and a refusal changes nothing', async () => {
    const { client, draft } = await adMaker()
    const proID = await giveAd(server, client, draft)
    const refusals: [Record<string, unknown>, string][] = [
      [{ dayLimit: 0 }, 'GREATER_THANZERO'],
      [{ url: 'x' }, 'INVALID_TRACKURLAOS'],
      [{ url: 'https://:p@shop.example/' }, 'INVALID_TRACKURLAOS'],
      [{ url: 'https://{device_id}/' }, 'INVALID_TRACKURLAOS'],
      [{ week: [0, 0, 0, 0, 0, 0, 0] }, 'EXCEEDED_SCHEDULE'],
      [{ minCost: 999 }, 'UNKNOWN'],
      [{ maxCost: 999 }, 'UNKNOWN'],
      [{ campType: 'IOS' }, 'UNKNOWN'],
      [{ filenames: [`${'0'.repeat(32)}.png`] }, 'NO_PERMISSION'],
    ]
    const before = await client.ok(getAd, { proID: String(proID) })
    for (const [change, error] of refusals) {
      const sent = { ...draft, proID, ...change } as Sent<typeof modifyAd>
      expect(await client.call(modifyAd, sent)).toMatchObject({ status: 200, error })
    }
    expect(await client.ok(getAd, { proID: String(proID) })).toEqual(before)
    const small = await giveCampaign(client, { budget: 100_000 })
    const tight = await giveAd(server, client, { campID: small, dayLimit: 100_000, budgetLimit: 100_000 })
    const wide = { ...draft, proID: tight, dayLimit: 100_001, budgetLimit: 100_000 }
    expect((await client.call(modifyAd, wide)).error).toBe('DAYLIMIT_LESSTHAN')
    const wider = { ...draft, proID: tight, dayLimit: 100_000, budgetLimit: 100_001 }
    expect((await client.call(modifyAd, wider)).error).toBe('PROLIMIT_LESSTHAN')
  })

  test('Q-38 another advertiser’s ad is refused like a missing ad, whatever else is wrong', async () => {
    const { client, draft } = await adMaker()
    const proID = await giveAd(server, client, draft)
    const stranger = await advertiser()
    for (const id of [proID, 2_147_483_647]) {
      expect(await stranger.call(modifyAd, { ...draft, proID: id })).toMatchObject({
        status: 200,
        error: 'NO_PERMISSION',
      })
    }
    expect((await client.ok(getAd, { proID: String(proID) })).ad?.MaxCost).toBe(2_000)
  })
})
