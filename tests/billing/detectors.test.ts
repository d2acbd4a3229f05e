import type { CaseSignal } from '@voltline/contract'
import { hour, instant, type MediumId, minute, type OperatorId, parseWon, won } from '@voltline/kernel'
import { beforeEach, expect, test } from 'vitest'
import type { OfferEvent } from '../../server/src/domain/events/event-log.ts'
import { openCases } from '../../server/src/domain/quality/cases/case-store.ts'
import { decideCase } from '../../server/src/domain/quality/cases/decide-case.ts'
import { figuresOf } from '../../server/src/domain/quality/cases/figures.ts'
import { encodeEvidence } from '../../server/src/domain/quality/evidence/evidence.ts'
import type { UnitHourRow } from '../../server/src/platform/database/rows.ts'
import { at, sql } from '../../server/src/platform/database/sql.ts'
import { Secrets } from '../../server/src/platform/secrets.ts'
import { runDetectors } from '../../server/src/worker/detectors.ts'
import { BillingWorld, type TestAd } from './world.ts'

let world: BillingWorld
let ad: TestAd

beforeEach(async () => {
  world = await BillingWorld.make()
  ad = await world.ad({ billingType: 'CPC' })
  return () => world.end()
})

const publicUrl = 'http://voltline.test'
const services = () => ({
  ...{ db: world.db, clock: world.clock },
  secrets: new Secrets('a secret key that is only for tests and never elsewhere'),
  settings: { publicUrl, detectors: { zMin: 6, eventsMin: 200 } },
})

async function unit(): Promise<MediumId> {
  const moment = at(world.now)
  const [row] = await world.rows(sql<{ medium_id: MediumId }>`
    insert into medium (app_id, name, product, registered_at, updated_at)
    values (${world.app}, 'Another', 'BANNER', ${moment}, ${moment}) returning medium_id`)
  if (!row) throw new Error('The unit was not made.')
  return row.medium_id
}

interface Traffic {
  impressions: number
  clicks: number
  /** How many of the impressions come from one address. */
  sameAddress?: number
}

/** Impressions of as many devices, a few seconds apart, and clicks on the first of them. */
async function send(mediumId: MediumId, { impressions, clicks, sameAddress = 1 }: Traffic): Promise<void> {
  const events: OfferEvent[] = []
  for (let index = 0; index < impressions; index++) {
    const offer = { ...world.offer(ad, won(1), `device ${mediumId} ${index}`), mediumId }
    const address = (index < sameAddress ? 1 : 1_000 * mediumId + index).toString(16).padStart(16, '0')
    const evidence = encodeEvidence({
      ...{
        ipHash: address,
        networkHash: address,
        formerHashes: [],
        country: 'KR',
        offerCountry: 'KR',
        agent: 'APP',
        sdk: '',
      },
      ...{
        isDataCenter: false,
        hasNoPlace: false,
        isVast: false,
        isCountryMismatch: false,
        isRivalPrice: false,
      },
      ...{ isRewardedInterstitial: false, offerMs: 2_000, videoMs: 0, deviceClicks: 1, deviceImpressions: 1 },
      measures: {},
    })
    const receivedAt = instant(world.now + index * 2_000)
    events.push({ ...offer, action: 'IMPRESSION', receivedAt, evidence })
    const clickedAt = instant(receivedAt + 1_000)
    if (index < clicks) events.push({ ...offer, action: 'CLICK', receivedAt: clickedAt, evidence })
  }
  await world.log.append(events)
}

async function detectAfter(ms: number): Promise<void> {
  world.now = instant(world.now + ms)
  await world.pass()
  await runDetectors(services())
}

const cases = () => world.db.read((session) => openCases(session))
const namesOf = (signals: readonly { signal: CaseSignal }[]) => signals.map(({ signal }) => signal)

test('a unit with two signals gets one case of its hours, later hours extend it, and honest units get none', async () => {
  const honest = [await unit(), await unit(), await unit(), await unit(), await unit()]
  const bad = world.medium
  const startedAt = world.now
  for (const mediumId of honest) await send(mediumId, { impressions: 100, clicks: 2 })
  await send(bad, { impressions: 150, clicks: 75, sameAddress: 140 })
  await detectAfter(59 * minute)
  expect(await cases()).toEqual([])
  await detectAfter(minute)
  const [opened, ...more] = await cases()
  expect(more).toEqual([])
  expect(opened).toMatchObject({ mediumId: bad, origin: 'DETECTOR', from: startedAt })
  expect(opened?.to).toBe(startedAt + hour - 1)
  expect(namesOf(opened?.signals ?? [])).toEqual(['click_rate', 'address_share'])
  expect(opened?.signals[0]).toMatchObject({ value: 0.5, norm: 0.02 })
  const figures = await world.db.read((session) => figuresOf(session, opened ? [opened] : []))
  expect([...figures.values()]).toEqual([{ amountMicros: parseWon('52.5'), events: 225 }])

  await detectAfter(2 * hour)
  expect((await cases())[0]?.to).toBe(opened?.to)
  for (const mediumId of honest) await send(mediumId, { impressions: 100, clicks: 2 })
  await send(bad, { impressions: 60, clicks: 30, sameAddress: 55 })
  await detectAfter(hour)
  expect(await cases()).toMatchObject([{ id: opened?.id, from: startedAt, to: startedAt + 4 * hour - 1 }])
  const audited = await world.rows(sql<{ action: string }>`select action from audit where entity = 'case'`)
  expect(audited).toEqual([{ action: 'detectors' }])
  const mails = await world.rows(sql`select from mail`)
  expect(mails).toHaveLength(1)
})

test('traffic that an operator has decided about is not suspected again', async () => {
  for (const mediumId of [await unit(), await unit(), await unit(), await unit(), await unit()]) {
    await send(mediumId, { impressions: 100, clicks: 2 })
  }
  await send(world.medium, { impressions: 200, clicks: 100, sameAddress: 190 })
  await detectAfter(hour)
  const [opened] = await cases()
  const [operator] = await world.rows(sql<{ operator_id: OperatorId }>`
    insert into operator (email, email_key, password_hash, admin_group, registered_at)
    values ('o@x.test', 'o@x.test', '', 'ADMINISTRATORS', ${at(world.now)}) returning operator_id`)
  if (!opened || !operator) throw new Error('There is a case and an operator.')
  await world.db.transaction((tx) =>
    decideCase(tx, services(), opened.id, {
      ...{ status: 'RELEASED', reason: 'known', by: operator.operator_id, now: world.now },
    }),
  )
  await send(await unit(), { impressions: 60, clicks: 1 })
  await detectAfter(hour)
  expect(await cases()).toEqual([])
  expect(await world.booksAreRight()).toBe(true)
})

test('events that are decided late are added to their hour once', async () => {
  const mediumId = world.medium
  await send(mediumId, { impressions: 10, clicks: 1 })
  await detectAfter(hour)
  world.now = instant(world.now - hour)
  await send(mediumId, { impressions: 5, clicks: 0, sameAddress: 5 })
  await detectAfter(hour)
  await runDetectors(services())
  const rows = await world.rows(sql<UnitHourRow>`select * from unit_hour`)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    impressions: 15,
    clicks: 1,
    reported: 16,
    addressed: 16,
    countries: { KR: 16 },
  })
  expect(Object.values(rows[0]?.addresses ?? {})).toContain(7)
  expect(await world.rows(sql`select from traffic_batch`)).toEqual([])
})
