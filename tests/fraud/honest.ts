import type { Random } from '../../server/src/demo/random.ts'
import { type Publisher, videoMs } from './network.ts'
import type { Phone, Plan, Visit } from './visits.ts'

export const androidAgent = 'Dalvik/2.1.0 (Linux; U; Android 14; SM-S911N Build/UP1A)'
export const measured = { visibleMs: 1_000, visibleRatio: 1, width: 320, height: 50 }

/** Who shows ads, and how likely each of a visit's steps is. */
export interface Audience {
  publisher: Publisher
  platform: 'AOS' | 'IOS'
  phones: Phone[]
  clickRate: number
  watchRate: number
  installRate: number
}

const carriers = 24
/** Thousands of phones share the addresses of a mobile carrier; others are at home. */
const addressOf = (random: Random): string =>
  random.chance(0.7)
    ? `175.223.${10 + random.whole(0, 3)}.${random.whole(1, carriers / 4)}`
    : `211.36.${random.whole(0, 255)}.${random.whole(1, 254)}`

export function anAudience(random: Random, publisher: Publisher, platform: 'AOS' | 'IOS'): Audience {
  const phones = Array.from({ length: random.whole(150, 300) }, () => ({
    ...{ deviceId: random.uuid(), address: addressOf(random), country: 'KR' },
    userAgent: platform === 'IOS' ? 'Game/3 CFNetwork/1494.0.7 Darwin/23.4.0' : androidAgent,
  }))
  return {
    ...{ publisher, platform, phones },
    clickRate: 0.01 + random.next() * 0.03,
    watchRate: 0.6 + random.next() * 0.2,
    installRate: 0.03 + random.next() * 0.07,
  }
}

/** Quick people are as quick as a person can be; no SDK reports a view of less than a second. */
function honestPlan(random: Random, product: string, audience: Audience): Plan {
  const isQuick = random.chance(0.15)
  const impressionMs = isQuick ? random.whole(1_010, 1_200) : random.whole(1_100, 4_000)
  const measures = random.chance(0.8) ? measured : {}
  const plan: Plan = { impressionMs, measures }
  if (product === 'VIDEO' && random.chance(audience.watchRate)) {
    plan.watchMs = videoMs - 1_000 + random.whole(0, isQuick ? 100 : 3_000)
    plan.playedMs = videoMs - random.whole(0, 200)
  }
  const clicks = product === 'INTERSTITIAL' ? audience.clickRate * 3 : audience.clickRate
  if (random.chance(clicks)) {
    plan.clickMs = isQuick ? random.whole(350, 900) : random.whole(900, 12_000)
    if (audience.platform === 'IOS' && product === 'BANNER' && random.chance(audience.installRate * 3)) {
      plan.installMs = isQuick ? random.whole(12_000, 30_000) : random.whole(30_000, 1_800_000)
    }
  }
  return plan
}

/** Most visits are of phones that come often. */
export function honestVisit(random: Random, audience: Audience): Visit {
  const { phones, publisher, platform } = audience
  const phone = phones[Math.floor(random.next() ** 1.5 * phones.length)] ?? random.pick(phones)
  const product =
    platform === 'IOS' ? 'BANNER' : random.pick(['BANNER', 'BANNER', 'INTERSTITIAL', 'VIDEO'] as const)
  const unit = publisher.units[product]
  return { kind: 'honest', unit, phone, plan: honestPlan(random, product, audience) }
}
