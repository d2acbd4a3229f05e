import { second } from '@voltline/kernel'
import { expect, onTestFinished, test } from 'vitest'
import { Random } from '../../server/src/demo/random.ts'
import { freshDatabase } from '../../server/testing/database.ts'
import { runFraud } from './fraud.ts'
import { androidAgent } from './honest.ts'
import { Network, start } from './network.ts'
import { barsOf, sumUp, total } from './verdict.ts'
import { type Plan, Visits } from './visits.ts'

/** Rules alone refuse these. The others need the statistics of hours, which `npm run fraud` shows. */
const refusedByRules = [
  'click injector',
  'curl bot',
  'hidden ads',
  'replayer',
  'self-clicker',
  'watch skipper',
]

async function aDatabase(): Promise<string> {
  const { url, drop } = await freshDatabase()
  onTestFinished(() => drop())
  return url
}

test('labelled traffic: rules refuse six kinds of attackers wholly, and nobody honest', async () => {
  const { sums } = await runFraud({ url: await aDatabase(), seed: 1, minutes: 6 })
  const paid = refusedByRules.map((kind) => [kind, sums.get(kind)?.claims ?? 0, sums.get(kind)?.refused])
  for (const [kind, claims, refused] of paid) {
    expect(claims, `${kind} claims money`).toBeGreaterThan(0)
    expect(refused, `${kind} is refused`).toBe(sums.get(String(kind))?.claimed)
  }
  expect(sums.get('honest')?.claims).toBeGreaterThan(100)
  for (const { name, share, max } of barsOf(sums).filter((bar) => bar.name.startsWith('honest'))) {
    expect(share, name).toBeLessThanOrEqual(max)
  }
})

test('an app key and curl earn nothing: invented devices, clicks, watches and an install at once', async () => {
  const network = await Network.open(await aDatabase())
  onTestFinished(() => network.close())
  const random = new Random(1)
  const [android, ios] = [await network.addPublisher('AOS'), await network.addPublisher('IOS')]
  await network.pass(start)
  const visits = new Visits(network)
  const invent = (userAgent: string) => ({
    ...{ deviceId: random.uuid(), address: '1.234.5.6', country: 'KR', userAgent },
  })
  const add = (count: number, unit: (typeof android.units)['BANNER'], userAgent: string, plan: Plan) => {
    for (let number = 0; number < count; number++) {
      const at = start + (number * 8 * second) / count
      visits.plan(at, { kind: 'attacker', unit, phone: invent(userAgent), plan })
    }
  }
  add(150, android.units.BANNER, androidAgent, { impressionMs: 5 })
  add(20, android.units.INTERSTITIAL, 'curl/8.5.0', { impressionMs: 1_500, clickMs: 1_000 })
  add(20, android.units.VIDEO, androidAgent, { impressionMs: 1_500, watchMs: 5 })
  add(1, ios.units.BANNER, androidAgent, { impressionMs: 1_500, clickMs: 500, installMs: 50 })
  await visits.runUntil(network.after(60 * second))
  await network.pass(network.after(60 * second))
  const sums = total((await sumUp(network, visits.claims.values())).values())
  expect({ claims: sums.claims, payable: sums.payable, held: sums.held }).toEqual({
    ...{ claims: 191, payable: 0n, held: 0n },
  })
})
