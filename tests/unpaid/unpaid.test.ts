import { expect, test } from 'vitest'
import { freshDatabase } from '../../server/testing/database.ts'
import { type FloodTerms, UnpaidFlood } from './flood.ts'

/** A short form of `npm run bench -- unpaid`, which has the real bars. */
const short: FloodTerms = {
  ...{ processes: 1, countsPromises: true, limitImpressions: 1_000, senders: 32, shownShare: 1 },
  ...{ showMsMax: 50, billingStoppedMs: 0, floodMsMax: 60_000 },
}

async function flood(change: Partial<FloodTerms>) {
  const database = await freshDatabase()
  try {
    return await new UnpaidFlood(database.url, { ...short, ...change }).run()
  } finally {
    await database.drop()
  }
}

test('an ad whose limit is reached in a flood is hardly shown unpaid, and its limit is spent', async () => {
  const { unpaidShare, utilisation } = await flood({})
  expect(unpaidShare).toBeLessThan(0.02)
  expect(utilisation).toBeGreaterThan(0.99)
})

test('an ad is hardly shown unpaid while billing stands still', async () => {
  const { unpaidShare, utilisation } = await flood({ limitImpressions: 300, billingStoppedMs: 6_000 })
  expect(unpaidShare).toBeLessThan(0.05)
  expect(utilisation).toBeGreaterThan(0.99)
})

test('without the estimate the same flood shows the ad unpaid', async () => {
  const { unpaidShare } = await flood({
    ...{ limitImpressions: 300, billingStoppedMs: 6_000, countsPromises: false },
  })
  expect(unpaidShare).toBeGreaterThan(0.2)
})
