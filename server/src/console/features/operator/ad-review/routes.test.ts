import {
  type AdReview,
  adminGetAd,
  adminListAds,
  adminStopAd,
  getAd,
  idMax,
  listAds,
  modifyAd,
  reviewAd,
  type Sent,
  startAd,
  startAll,
  stopAd,
} from '@voltline/contract'
import { won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { adDraft, giveAd, giveCampaign, giveFile } from '../../../../../testing/advertiser.ts'
import { type CustomerClient, useTestServer } from '../../../../../testing/test-server.ts'
import { sql } from '../../../../platform/database/sql.ts'

const server = useTestServer()
const advertiser = (company = 'Orchard Games') =>
  server.customer('ADVERTISER', { company, cash: won(10_000_000) })

async function startedAd(client: CustomerClient, name = 'Ad') {
  const campID = await giveCampaign(client)
  const { name: file } = await giveFile(server, client, { folder: 'image' })
  const proID = await giveAd(server, client, { campID, filenames: [file], name })
  await client.ok(startAd, { proID })
  const modify = (change: Partial<Sent<typeof modifyAd>>) =>
    client.ok(modifyAd, { ...adDraft(campID, [file]), proID, ...change })
  return { proID, campID, file, modify }
}

const reviewOf = async (client: CustomerClient, proID: number) => {
  const { ad } = await client.ok(getAd, { proID: String(proID) })
  return { status: ad?.Status, review: ad?.Review, reason: ad?.ReviewReason }
}

const auditOf = (action: string, proID: number) =>
  server.db.read((session) =>
    session.rows(sql<{ operator_id: number; was: object; became: object }>`
      select operator_id, was, became from audit where action = ${action} and entity = 'ad' and entity_id = ${proID}
       order by audit_id`),
  )

describe('a review', () => {
  test('an ad waits for review from its first start on, in its detail and in the list', async () => {
    const client = await advertiser()
    const campID = await giveCampaign(client)
    const proID = await giveAd(server, client, { campID })
    expect(await reviewOf(client, proID)).toEqual({ status: 'FIRST', review: '', reason: '' })
    await client.ok(startAd, { proID })
    expect(await reviewOf(client, proID)).toEqual({ status: 'INPROGRESS', review: 'WAITING', reason: '' })
    const { ads } = await client.ok(listAds, { campID: String(campID) })
    expect(ads[0]).toMatchObject({ ProID: proID, Review: 'WAITING', ReviewReason: '' })
    await client.ok(stopAd, { proID })
    expect(await reviewOf(client, proID)).toMatchObject({ status: 'WAITING', review: 'WAITING' })
  })

  test('starting all ads puts each into the queue', async () => {
    const client = await advertiser()
    const proID = await giveAd(server, client)
    await client.ok(startAll, {})
    expect(await reviewOf(client, proID)).toMatchObject({ status: 'INPROGRESS', review: 'WAITING' })
  })

  test('an approval lets the ad run on and is audited', async () => {
    const client = await advertiser()
    const admin = await server.operator()
    const { proID } = await startedAd(client)
    await admin.ok(reviewAd, { proID, approve: true })
    expect(await reviewOf(client, proID)).toEqual({ status: 'INPROGRESS', review: 'APPROVED', reason: '' })
    expect(await auditOf('admin/ad/review', proID)).toEqual([
      {
        operator_id: admin.id,
        was: { review: 'WAITING', reason: '', status: 'INPROGRESS' },
        became: { review: 'APPROVED', reason: '', status: 'INPROGRESS' },
      },
    ])
    expect(await server.mailsTo(client.email)).toEqual([])
  })

  test('a rejection stops the ad, shows its reason, and is mailed in both languages', async () => {
    const client = await advertiser()
    const admin = await server.operator()
    const { proID, campID } = await startedAd(client, 'Spring <b>sale</b>')
    const reason = 'Shows a weapon.\nSee the terms.'
    await admin.ok(reviewAd, { proID, approve: false, reason })
    expect(await reviewOf(client, proID)).toEqual({ status: 'WAITING', review: 'REJECTED', reason })
    const { ads } = await client.ok(listAds, { campID: String(campID) })
    expect(ads[0]).toMatchObject({ Review: 'REJECTED', ReviewReason: reason })
    const [mail, ...others] = await server.mailsTo(client.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Your Voltline ad was rejected · Voltline 광고가 반려되었습니다')
    expect(mail?.text).toContain(reason)
    expect(mail?.text).toContain('Spring <b>sale</b>')
    expect(mail?.html).not.toContain('<b>')
    expect(mail?.links).toContain(`http://voltline.test/ad-ad/${proID}`)
    expect(await auditOf('admin/ad/review', proID)).toMatchObject([
      { became: { review: 'REJECTED', reason, status: 'WAITING' } },
    ])
  })

  test('a rejected ad starts only after its material or target has changed, and then waits again', async () => {
    const client = await advertiser()
    const admin = await server.operator()
    const { proID, modify } = await startedAd(client)
    const reject = () => admin.ok(reviewAd, { proID, approve: false, reason: 'No' })
    const startError = async () => (await client.call(startAd, { proID })).error
    await reject()
    expect(await startError()).toBe('CANNOT_START')
    await client.ok(startAll, {})
    expect(await reviewOf(client, proID)).toMatchObject({ status: 'WAITING', review: 'REJECTED' })
    await modify({ comment: 'Please', countries: ['JP'], maxCost: 3_000 })
    expect(await startError()).toBe('CANNOT_START')
    await modify({ url: 'https://example.com/better' })
    expect(await reviewOf(client, proID)).toEqual({ status: 'WAITING', review: 'WAITING', reason: '' })
    await client.ok(startAd, { proID })

    await reject()
    const other = await giveFile(server, client, { folder: 'image' })
    await modify({ url: 'https://example.com/better', filenames: [other.name] })
    expect(await startError()).toBe('SUCCESS')
    expect(await reviewOf(client, proID)).toMatchObject({ status: 'INPROGRESS', review: 'WAITING' })
  })

  test('an operator can change a verdict: an approved rejection may start again', async () => {
    const client = await advertiser()
    const admin = await server.operator()
    const { proID } = await startedAd(client)
    await admin.ok(reviewAd, { proID, approve: false, reason: 'No' })
    await admin.ok(reviewAd, { proID, approve: true })
    await client.ok(startAd, { proID })
    expect(await reviewOf(client, proID)).toEqual({ status: 'INPROGRESS', review: 'APPROVED', reason: '' })
  })

  test('an approved ad with new material waits again', async () => {
    const client = await advertiser()
    const admin = await server.operator()
    const { proID, modify } = await startedAd(client)
    await admin.ok(reviewAd, { proID, approve: true })
    await client.ok(stopAd, { proID })
    await modify({ comment: 'Other limits', dayLimit: 500_000 })
    expect(await reviewOf(client, proID)).toMatchObject({ review: 'APPROVED' })
    await modify({ url: 'https://example.com/other' })
    expect(await reviewOf(client, proID)).toMatchObject({ review: 'WAITING' })
  })

  test('what an operator did not see is not approved', async () => {
    const client = await advertiser()
    const admin = await server.operator()
    const { proID, modify } = await startedAd(client)
    const seen = (await admin.ok(adminGetAd, { proID: String(proID) })).ad?.ReviewTime ?? ''
    await client.ok(stopAd, { proID })
    await server.advance(1_000)
    await modify({ url: 'https://example.com/unseen' })
    const approve = { proID, approve: true, reviewTime: seen }
    expect(await admin.call(reviewAd, approve)).toMatchObject({ error: 'UNKNOWN' })
    expect(await reviewOf(client, proID)).toMatchObject({ review: 'WAITING' })
    const { ad } = await admin.ok(adminGetAd, { proID: String(proID) })
    await admin.ok(reviewAd, { ...approve, reviewTime: ad?.ReviewTime ?? '' })
    expect(await reviewOf(client, proID)).toMatchObject({ review: 'APPROVED' })
  })

  test('Q-38 Q-96 missing ads, missing reasons and ads that never ran are refused and change nothing', async () => {
    const client = await advertiser()
    const admin = await server.operator()
    const { proID } = await startedAd(client)
    const fresh = await giveAd(server, client)
    const errors = [
      await admin.call(reviewAd, { proID: idMax, approve: true }),
      await admin.call(reviewAd, { proID, approve: false }),
      await admin.call(reviewAd, { proID, approve: false, reason: ' ' }),
      await admin.call(reviewAd, { proID, approve: false, reason: 'x'.repeat(1_001) }),
      await admin.call(reviewAd, { proID: fresh, approve: true }),
      await admin.call(adminStopAd, { proID: idMax, reason: 'No' }),
      await admin.call(adminStopAd, { proID, reason: '' }),
      await admin.call(adminStopAd, { proID: fresh, reason: 'No' }),
    ]
    expect(errors.map((reply) => reply.error)).toEqual([
      ...['NO_PERMISSION', 'UNKNOWN', 'UNKNOWN', 'UNKNOWN', 'UNKNOWN'],
      ...['NO_PERMISSION', 'UNKNOWN', 'CANNOT_STOP'],
    ])
    expect(await reviewOf(client, proID)).toEqual({ status: 'INPROGRESS', review: 'WAITING', reason: '' })
    expect(await server.mailsTo(client.email)).toEqual([])
  })
})

test('Q-19 operators of USERS read ads and write nothing', async () => {
  const client = await advertiser()
  const reader = await server.operator('USERS')
  const { proID } = await startedAd(client)
  expect((await reader.ok(adminGetAd, { proID: String(proID) })).ad?.ProID).toBe(proID)
  expect((await reader.ok(adminListAds, {})).rowCount).toBeGreaterThan(0)
  expect(await reader.call(reviewAd, { proID, approve: true })).toMatchObject({ error: 'NO_PERMISSION' })
  expect(await reader.call(adminStopAd, { proID, reason: 'No' })).toMatchObject({ error: 'NO_PERMISSION' })
})

test('an ad that an operator stopped waits, keeps its review, and its advertiser may start it again', async () => {
  const client = await advertiser()
  const admin = await server.operator()
  const { proID } = await startedAd(client)
  await admin.ok(adminStopAd, { proID, reason: 'The target is down' })
  expect(await reviewOf(client, proID)).toEqual({ status: 'WAITING', review: 'WAITING', reason: '' })
  const [mail] = await server.mailsTo(client.email)
  expect(mail?.subject).toBe('Your Voltline ad was stopped · Voltline 광고가 중지되었습니다')
  expect(mail?.text).toContain('The target is down')
  expect(await auditOf('admin/ad/stop', proID)).toEqual([
    {
      operator_id: admin.id,
      was: { status: 'INPROGRESS' },
      became: { status: 'WAITING', reason: 'The target is down' },
    },
  ])
  expect(await admin.call(adminStopAd, { proID, reason: 'Again' })).toMatchObject({ error: 'CANNOT_STOP' })
  await client.ok(startAd, { proID })
  expect(await reviewOf(client, proID)).toMatchObject({ status: 'INPROGRESS' })
})

describe('the list', () => {
  test('finds ads by name, company, status and review; a queue shows what changed last first', async () => {
    const admin = await server.operator()
    const client = await advertiser('Searched Company')
    const made: number[] = []
    for (const name of ['Needle 50%', 'Needle two', 'Needle three']) {
      await server.advance(1_000)
      made.push((await startedAd(client, name)).proID)
    }
    const [one = 0, two = 0, three = 0] = made
    const never = await giveAd(server, client, { name: 'Needle never' })
    const find = async (search: Sent<typeof adminListAds>) => {
      const { ads, rowCount } = await admin.ok(adminListAds, search)
      expect(rowCount).toBe(ads.length)
      return ads.map((ad) => ad.ProID)
    }
    expect(await find({ name: 'nEEdle' })).toEqual([never, three, two, one])
    expect(await find({ name: 'searched comp' })).toEqual([never, three, two, one])
    expect(await find({ name: '50%' })).toEqual([one])
    expect(await find({ name: 'needle', status: 'FIRST' })).toEqual([never])
    expect(await find({ name: 'needle', review: 'WAITING' })).toEqual([three, two, one])
    await server.advance(1_000)
    await admin.ok(reviewAd, { proID: three, approve: true })
    await admin.ok(reviewAd, { proID: two, approve: false, reason: 'No' })
    expect(await find({ name: 'needle', review: 'WAITING' })).toEqual([one])
    expect(await find({ name: 'needle', review: 'APPROVED' })).toEqual([three])
    expect(await find({ name: 'needle', status: 'STOPPED' })).toEqual([never, two])
    const { ads } = await admin.ok(adminListAds, { name: 'needle', review: 'REJECTED' })
    expect(ads).toEqual([
      {
        ...{ ProID: two, ProName: 'Needle two', CustID: client.id, Company: 'Searched Company' },
        ...{ Product: 'BANNER', BillingType: 'CPM', Status: 'WAITING', Review: 'REJECTED', Reason: 'No' },
        ReviewTime: expect.stringMatching(/\+09:00$/),
        Reports: 0,
      },
    ])
    expect(await admin.call(adminListAds, { pageNo: '0' })).toMatchObject({ error: 'UNKNOWN' })
    expect(await admin.ok(adminListAds, { name: 'needle', pageNo: '2' })).toEqual({ ads: [], rowCount: 4 })
  })

  test('one ad is shown with its advertiser and earlier rejections, without the postback secret', async () => {
    const admin = await server.operator()
    const client = await advertiser('History Company')
    const first = await startedAd(client, 'First')
    const second = await startedAd(client, 'Second')
    await admin.ok(reviewAd, { proID: first.proID, approve: false, reason: 'Too loud' })
    const { ad, advertiser: owner } = await admin.ok(adminGetAd, { proID: String(second.proID) })
    expect(ad).toMatchObject({ ProID: second.proID, Name: 'Second', URL_AOS: 'https://example.com/app' })
    expect(ad).not.toHaveProperty('PostbackSecret')
    expect(owner).toMatchObject({
      ...{ CustID: client.id, Company: 'History Company', Email: client.email, BlockedTime: null },
      ...{ Ads: 2, Approved: 0, Rejected: 1, Cash: won(10_000_000), Spent: won(0) },
      Rejections: [{ ProID: first.proID, ProName: 'First', Reason: 'Too loud' }],
    })
    expect(await admin.ok(adminGetAd, { proID: String(idMax) })).toEqual({
      ad: null,
      reports: [],
      advertiser: null,
    })
  })
})

describe('AD_REVIEW', () => {
  const off = useTestServer({ AD_REVIEW: 'off' })
  const before = useTestServer({ AD_REVIEW: 'before' })

  const shown = async (at: typeof server): Promise<{ review: AdReview | undefined; hold: unknown }> => {
    const client = await at.customer('ADVERTISER', { cash: won(10_000_000) })
    const campID = await giveCampaign(client)
    const proID = await giveAd(at, client, { campID })
    await client.ok(startAd, { proID })
    const { ads } = await client.ok(listAds, { campID: String(campID) })
    return { review: ads[0]?.Review, hold: ads[0]?.Hold }
  }

  test('off: no ad waits, and the queue is empty', async () => {
    expect(await shown(off)).toEqual({ review: '', hold: null })
    const admin = await off.operator()
    expect(await admin.ok(adminListAds, { review: 'WAITING' })).toEqual({ ads: [], rowCount: 0 })
    expect(await admin.ok(adminListAds, {})).toMatchObject({ rowCount: 1 })
  })

  test('before: the advertiser sees that the ad is not shown yet', async () => {
    expect(await shown(before)).toEqual({ review: 'WAITING', hold: { Why: 'REVIEW', BackAt: null } })
    const admin = await before.operator()
    expect(await admin.ok(adminListAds, { review: 'WAITING' })).toMatchObject({ rowCount: 1 })
  })
})
