// The page that an ad's mark links to: delivery makes the token, billing the charge, the console the page.
import { adminGetAd, adminListAds, operatorQueues, reviewAd } from '@voltline/contract'
import { day } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { useOpenWorld } from './world.ts'

const world = useOpenWorld({ VOLTLINE_NOW: '2026-11-10T03:00:00Z', EVENT_DAYS: '10' })
const english = { 'accept-language': 'en-GB' }
const page = (token: string, headers: Record<string, string> = english) =>
  fetch(`${world.url}/why/${token}`, { headers })
const report = (token: string, body: object) =>
  fetch(`${world.url}/why/${token}/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...english },
    body: JSON.stringify(body),
  })

test('a person learns who paid, why, what it cost, how it was split and what they earned', async () => {
  const unit = await world.app(await world.customer('PUBLISHER'), 'Puzzle <b>')
  const { proID } = await world.advertiser({ min: 10_000, max: 10_000, company: 'Maker & Sons' })
  const token = await world.offer(unit, proID)
  const before = await page(token)
  expect(before.status).toBe(200)
  expect(await before.text()).toMatch(/Nothing so far/)
  await world.report(unit, token, 'IMPRESSION')
  await world.drain()

  const shown = await page(token)
  const html = await shown.text()
  expect(shown.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  for (const text of [
    'Maker &amp; Sons',
    'South Korea',
    'Puzzle &lt;b&gt;',
    'a banner',
    '₩10',
    '₩7',
    '₩2',
    '₩1',
    '1 volt<',
  ]) {
    expect(html).toContain(text)
  }
  expect(html).not.toMatch(/<script|style="|<b>/)
  const korean = await (await page(token, { 'accept-language': 'ko-KR,ko;q=0.9' })).text()
  expect(korean).toContain('lang="ko"')
  expect(korean).toContain('대한민국')
})

test('a forged token is 404, and one whose events were dropped is 410', async () => {
  const unit = await world.app(await world.customer('PUBLISHER'), 'Old')
  const { proID } = await world.advertiser({ min: 20_000, max: 20_000 })
  const token = await world.offer(unit, proID)
  const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
  for (const bad of [forged, 'x', 'A'.repeat(300)]) {
    expect((await page(bad)).status).toBe(404)
    expect((await report(bad, { reason: 'Scam' })).status).toBe(404)
  }
  await world.advance(11 * day)
  expect((await page(token)).status).toBe(410)
  expect((await report(token, { reason: 'Scam' })).status).toBe(410)
})

test('a report is accepted once a token, brings the ad back into the queue, and a verdict answers it', async () => {
  const unit = await world.app(await world.customer('PUBLISHER'), 'Reported')
  const { proID } = await world.advertiser({ min: 30_000, max: 30_000 })
  const operator = await world.operator()
  await operator.ok(reviewAd, { proID, approve: true })
  const waiting = async () => (await operator.ok(adminListAds, { review: 'WAITING' })).ads
  const isWaiting = async () => (await waiting()).some((ad) => ad.ProID === proID)
  const { Ads: before } = (await operator.ok(operatorQueues, {})).queues
  expect(await isWaiting()).toBe(false)
  const token = await world.offer(unit, proID, 'reporter')
  for (const reason of ['', ' ', 'x'.repeat(501), 7])
    expect((await report(token, { reason })).status).toBe(400)
  expect(await (await report(token, { reason: 'A scam' })).json()).toEqual({ error: 'SUCCESS' })
  expect(await (await report(token, { reason: 'Again' })).json()).toEqual({ error: 'DUPLICATE_REQUEST' })

  expect((await waiting()).find((ad) => ad.ProID === proID)).toMatchObject({ Review: 'APPROVED', Reports: 1 })
  expect((await operator.ok(operatorQueues, {})).queues.Ads).toBe(before + 1)
  const { reports, ad } = await operator.ok(adminGetAd, { proID: String(proID) })
  expect(reports).toMatchObject([{ Reason: 'A scam', AppName: 'Reported' }])
  expect(ad?.Status).toBe('INPROGRESS')
  await operator.ok(reviewAd, { proID, approve: true })
  expect(await isWaiting()).toBe(false)
})

test('a browser without scripts reports with the form of the page', async () => {
  const unit = await world.app(await world.customer('PUBLISHER'), 'Form')
  const { proID } = await world.advertiser({ min: 40_000, max: 40_000 })
  const token = await world.offer(unit, proID, 'form')
  const send = (fields: Record<string, string>) =>
    fetch(`${world.url}/why/${token}/report`, {
      method: 'POST',
      headers: english,
      body: new URLSearchParams(fields),
    })
  const empty = await send({ text: '  ' })
  expect([empty.status, /choose or write a reason/.test(await empty.text())]).toEqual([400, true])
  expect(await (await send({ reason: 'Offensive', text: 'very\nmuch' })).text()).toMatch(/Thank you/)
  expect(await (await send({ reason: 'Offensive' })).text()).toMatch(/reported before/)
})
