import type { Product } from '@voltline/contract'
import type { Random } from '../../server/src/demo/random.ts'
import { androidAgent, measured } from './honest.ts'
import { type Publisher, videoMs } from './network.ts'
import type { Phone, Plan, Visit } from './visits.ts'

/** One attacker with an app of its own. Its parameters are drawn once from the seed. */
export interface Attacker {
  kind: string
  platform: 'AOS' | 'IOS'
  perMinute: number
  /** Where its publisher signs in to the console. */
  signsInFrom?: string
  next: () => Omit<Visit, 'kind' | 'unit'> & { product: Product }
}

const bots = ['curl/8.5.0', 'python-requests/2.31.0', 'Go-http-client/2.0', 'HeadlessChrome/120.0']
const home = (random: Random): string => `1.234.${random.whole(0, 255)}.${random.whole(1, 254)}`
const phoneAt = (random: Random, address: string, change: Partial<Phone> = {}): Phone => ({
  ...{ deviceId: random.uuid(), address, userAgent: androidAgent, country: 'KR', ...change },
})
/** As an honest phone would report it. */
const seen = (random: Random): Plan => ({ impressionMs: random.whole(1_050, 3_000), measures: measured })
const watched = (random: Random): Plan => ({
  ...seen(random),
  ...{ watchMs: videoMs - random.whole(0, 900), playedMs: videoMs },
})

type Maker = (random: Random) => Omit<Attacker, 'kind'>
const rate = (random: Random): number => random.whole(5, 12)

const makers: Record<string, Maker> = {
  'device inventor': (random) => {
    const addresses = Array.from({ length: random.whole(1, 2) }, () => home(random))
    return {
      ...{ platform: 'AOS', perMinute: random.whole(10, 20) },
      next: () => ({
        product: 'VIDEO',
        phone: phoneAt(random, random.pick(addresses)),
        plan: watched(random),
      }),
    }
  },
  'curl bot': (random) => {
    const [address, userAgent] = [home(random), random.pick(bots)]
    return {
      ...{ platform: 'AOS', perMinute: rate(random) },
      next: () => ({
        product: 'INTERSTITIAL',
        phone: phoneAt(random, address, { userAgent }),
        plan: { ...seen(random), clickMs: random.whole(400, 3_000) },
      }),
    }
  },
  'watch skipper': (random) => {
    const share = 0.1 + random.next() * 0.6
    return {
      ...{ platform: 'AOS', perMinute: rate(random) },
      next: () => ({
        product: 'VIDEO',
        phone: phoneAt(random, home(random)),
        plan: { ...seen(random), watchMs: Math.round((videoMs - 2_500) * share * random.next()) },
      }),
    }
  },
  'click flooder': (random) => {
    const phones = Array.from({ length: random.whole(2, 4) }, () => phoneAt(random, home(random)))
    return {
      ...{ platform: 'AOS', perMinute: rate(random) },
      next: () => ({
        product: 'INTERSTITIAL',
        phone: random.pick(phones),
        plan: { ...seen(random), clickMs: random.whole(350, 1_500) },
      }),
    }
  },
  'click injector': (random) => ({
    ...{ platform: 'IOS', perMinute: rate(random) },
    next: () => ({
      product: 'BANNER',
      phone: phoneAt(random, home(random)),
      plan: { ...seen(random), clickMs: random.whole(350, 2_000), installMs: random.whole(500, 9_000) },
    }),
  }),
  'self-clicker': (random) => {
    const office = home(random)
    const phones = Array.from({ length: random.whole(20, 40) }, () => phoneAt(random, office))
    return {
      ...{ platform: 'AOS', perMinute: rate(random), signsInFrom: office },
      next: () => ({
        product: 'INTERSTITIAL',
        phone: random.pick(phones),
        plan: { ...seen(random), clickMs: random.whole(800, 6_000) },
      }),
    }
  },
  'hidden ads': (random) => {
    const measures = random.pick([
      { ...measured, visibleMs: random.whole(0, 700) },
      { ...measured, visibleRatio: random.next() * 0.4 },
      { ...measured, width: 1, height: 1 },
    ])
    return {
      ...{ platform: 'AOS', perMinute: random.whole(10, 30) },
      next: () => ({
        product: 'BANNER',
        phone: phoneAt(random, home(random)),
        plan: { ...seen(random), measures },
      }),
    }
  },
  'country spoofer': (random) => {
    const addresses = Array.from({ length: random.whole(1, 4) }, () => `14.160.${random.whole(0, 9)}.7`)
    const phones = Array.from({ length: 40 }, () => phoneAt(random, random.pick(addresses)))
    return {
      ...{ platform: 'AOS', perMinute: rate(random) },
      next: () => ({
        product: 'INTERSTITIAL',
        phone: random.pick(phones),
        plan: { ...seen(random), ...(random.chance(0.5) ? { clickMs: random.whole(500, 4_000) } : {}) },
      }),
    }
  },
  'install farm': (random) => {
    const network = `1.234.${random.whole(0, 255)}`
    return {
      ...{ platform: 'IOS', perMinute: rate(random) },
      next: () => ({
        product: 'BANNER',
        phone: phoneAt(random, `${network}.${random.whole(1, 20)}`),
        plan: {
          ...seen(random),
          ...{ clickMs: random.whole(900, 4_000), installMs: random.whole(20_000, 60_000) },
        },
      }),
    }
  },
  'slow and low': (random) => {
    const phones = Array.from({ length: random.whole(30, 60) }, () => phoneAt(random, home(random)))
    const share = 0.3 + random.next() * 0.4
    return {
      ...{ platform: 'AOS', perMinute: 1 },
      next: () => ({
        product: 'INTERSTITIAL',
        phone: random.pick(phones),
        plan: { ...seen(random), ...(random.chance(share) ? { clickMs: random.whole(900, 9_000) } : {}) },
      }),
    }
  },
  // Sends what it recorded many times. The first time it is a bot's report of an ad that nobody saw.
  replayer: (random) => {
    const phone = phoneAt(random, home(random))
    return {
      ...{ platform: 'AOS', perMinute: random.whole(1, 3) },
      next: () => ({
        product: 'VIDEO',
        phone,
        plan: {
          impressionMs: random.whole(1, 900),
          watchMs: random.whole(1, 900),
          times: random.whole(5, 30),
        },
      }),
    }
  },
}

export const attackerKinds = Object.keys(makers)

export const anAttacker = (random: Random, kind: string): Attacker => {
  const make = makers[kind]
  if (!make) throw new Error(`There is no attacker ${kind}.`)
  return { kind, ...make(random) }
}

export const attack = ({ kind, next }: Attacker, publisher: Publisher): Visit => {
  const { product, ...visit } = next()
  return { kind, unit: publisher.units[product], ...visit }
}
