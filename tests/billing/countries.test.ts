import { type Day, instant, micros, type OperatorId, seoul, won } from '@voltline/kernel'
import { beforeEach, expect, test } from 'vitest'
import { correct } from '../../server/src/domain/correction/correct.ts'
import { readAdGroups, readPublisherGroups } from '../../server/src/domain/reports/view/read-groups.ts'
import { at, sql } from '../../server/src/platform/database/sql.ts'
import { foldBooks } from '../../server/src/worker/fold.ts'
import { BillingWorld, type TestAd } from './world.ts'

let world: BillingWorld

beforeEach(async () => {
  world = await BillingWorld.make()
  return () => world.end()
})

const range = { zone: seoul, start: '2026-11-14' as Day, end: '2026-11-17' as Day }

/** Impressions and money of each country, both sides. */
async function byCountry(ad: TestAd) {
  const groups = await world.db.read(async (session) => ({
    ad: await readAdGroups(session, { owner: ad.advertiser }, { range, by: ['country'] }),
    unit: await readPublisherGroups(session, { owner: world.publisher }, { range, by: ['country'] }),
  }))
  const figures = (of: 'ad' | 'unit') =>
    Object.fromEntries(
      groups[of].all.map(({ keys, sums }) => [keys[0] || '-', [sums.impressions, sums.amountMicros]]),
    )
  return { ad: figures('ad'), unit: figures('unit') }
}

test('billing counts and charges by country, folded or not, and what is unknown is the rest', async () => {
  const ad = await world.ad()
  for (const country of ['KR', 'KR', 'US', '']) {
    await world.send(world.offer(ad, won(10), 'device', country), 'IMPRESSION')
  }
  await world.pass()
  const expected = {
    ad: { '-': [1, won(10)], KR: [2, won(20)], US: [1, won(10)] },
    unit: { '-': [1, won(7)], KR: [2, won(14)], US: [1, won(7)] },
  }
  expect(await byCountry(ad)).toEqual(expected)
  await foldBooks({ db: world.db })
  expect(await byCountry(ad)).toEqual(expected)
})

test('a correction takes the cost out of the country of its charge', async () => {
  const ad = await world.ad()
  const [operator] = await world.rows(sql<{ operator_id: OperatorId }>`
    insert into operator (email, email_key, password_hash, admin_group, registered_at)
    values ('o@x.test', 'o@x.test', '', 'ADMINISTRATORS', ${at(world.now)}) returning operator_id`)
  for (const country of ['KR', 'US']) {
    await world.send(world.offer(ad, micros(1_000_003n), `in ${country}`, country), 'IMPRESSION')
  }
  await world.pass()
  await world.db.transaction((tx) =>
    correct(
      tx,
      { deviceId: 'in US', from: instant(0), to: instant(Date.parse('2030-01-01T00:00:00Z')) },
      { reason: 'invented', by: operator?.operator_id ?? (0 as OperatorId), now: world.now },
    ),
  )
  const corrected = await byCountry(ad)
  expect(corrected.ad).toEqual({ '-': [0, 0n], KR: [1, 1_000_003n], US: [1, 0n] })
  expect(corrected.unit).toMatchObject({ US: [1, 0n], '-': [0, 0n] })
  await foldBooks({ db: world.db })
  expect(await byCountry(ad)).toEqual(corrected)
})
