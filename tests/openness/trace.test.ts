// One search box over delivery, billing and corrections.
import { addCorrection, adminTrace } from '@voltline/contract'
import { assert, day, hour, won } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { useOpenWorld } from './world.ts'

const world = useOpenWorld({ VOLTLINE_NOW: '2026-11-10T03:00:00Z', EVENT_DAYS: '10' })

test('an operator finds the whole story by token, event, offer, transfer or device, in time order', async () => {
  const unit = await world.app(await world.customer('PUBLISHER'), 'Traced')
  const { proID } = await world.advertiser({ min: 10_000, max: 10_000, company: 'Maker' })
  const token = await world.offer(unit, proID, 'traced-phone')
  await world.report(unit, token, 'IMPRESSION')
  await world.report(unit, token, 'CLICK', 10)
  await world.drain()
  const operator = await world.operator('USERS')
  const trace = async (q: string) => (await operator.ok(adminTrace, { q })).steps
  const story = await trace(token)
  expect(story.map(({ Step, Status, Rule }) => [Step, Status, Rule])).toEqual([
    ['REQUEST', undefined, undefined],
    ['CANDIDATES', undefined, undefined],
    ['PRICE', undefined, undefined],
    ['EVENT', 'CHARGED', undefined],
    ['CHARGE', undefined, undefined],
    ['EVENT', 'INVALID', undefined],
    ['VERDICT', undefined, 'click_too_fast'],
  ])
  const [request, , price, event, charge] = story
  expect(request).toMatchObject({
    MedID: unit.medID,
    AppName: 'Traced',
    DeviceID: 'traced-phone',
    Country: 'KR',
  })
  expect(price).toMatchObject({ ProID: proID, Company: 'Maker', Price: won(10), RunnerUp: false })
  expect(charge).toMatchObject({ Price: won(10), Publisher: won(7), Network: won(2), User: won(1) })
  assert(request?.OfferID && event?.EventID && charge?.TransferID, 'the story has its ids')
  for (const q of [request.OfferID, event.EventID, String(charge.TransferID), 'traced-phone', ` ${token} `]) {
    expect(await trace(q)).toEqual(story)
  }
  for (const q of ['', 'nobody', '0', 'x'.repeat(256), '00000000-0000-0000-0000-000000000000']) {
    expect(await trace(q)).toEqual([])
  }
})

test('a story ends with its correction, and says since when its events are gone', async () => {
  const unit = await world.app(await world.customer('PUBLISHER'), 'Gone')
  const { proID } = await world.advertiser({ min: 20_000, max: 20_000 })
  const token = await world.offer(unit, proID, 'gone-phone')
  await world.report(unit, token, 'IMPRESSION')
  await world.drain()
  const from = new Date(world.now - hour).toISOString()
  const to = new Date(world.now).toISOString()
  await (await world.operator()).ok(addCorrection, { proID, from, to, reason: 'Invented' })
  await world.advance(12 * day)
  const operator = await world.operator()
  const { steps } = await operator.ok(adminTrace, { q: token })
  expect(steps.map(({ Step }) => Step)).toEqual([
    ...['REQUEST', 'CANDIDATES', 'PRICE', 'EVENT', 'CHARGE', 'CORRECTION', 'GONE'],
  ])
  expect(steps.at(-2)).toMatchObject({ Price: won(20), Reason: 'Invented' })
  expect(steps.at(-1)?.Time).toBe('2026-11-21T09:00:00+09:00')
})
