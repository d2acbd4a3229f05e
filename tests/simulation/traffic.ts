import type { AdId, CustomerId, Day, Instant, MediumId, Micros } from '@voltline/kernel'
import type { OfferEvent } from '../../server/src/domain/events/event-log.ts'
import { type Action, oneEvent } from './model.ts'
import type { World } from './world.ts'

/** An event on its way; it arrives when it is due. */
export interface PendingEvent {
  dueAt: number
  event: Omit<OfferEvent, 'receivedAt'>
}

const minute = 60_000
const hour = 60 * minute

/** What users do with an offer, mostly in order; some events are sent more than once. */
function actionsOf(world: World, adBillingType: string): { action: Action; delayMs: number }[] {
  const { random } = world
  const actions: { action: Action; delayMs: number }[] = []
  const soon = () => random.whole(0, 20_000)
  const late = random.chance(0.1)
  if (random.chance(0.95)) {
    actions.push({ action: 'IMPRESSION', delayMs: late ? random.whole(0, 14) * minute : soon() })
  }
  if (random.chance(adBillingType === 'CPV' ? 0.7 : 0.2)) {
    actions.push({ action: 'WATCH', delayMs: soon() + 15_000 })
  }
  if (random.chance(adBillingType === 'CPM' ? 0.2 : 0.6)) {
    const clickMs = soon() + 5_000
    actions.push({ action: 'CLICK', delayMs: clickMs })
    if (random.chance(0.6)) actions.push({ action: 'INSTALL', delayMs: clickMs + installDelay(world) })
    if (random.chance(0.4)) actions.push({ action: 'ACTION', delayMs: clickMs + installDelay(world) })
  } else if (random.chance(0.02)) {
    actions.push({ action: 'INSTALL', delayMs: soon() })
  }
  return random.chance(0.15)
    ? actions.map((action) => ({ ...action, delayMs: random.whole(0, 3_000) }))
    : actions
}

const installDelay = ({ random }: World): number =>
  random.chance(0.7) ? random.whole(0, 3 * minute) : random.whole(0, 60 * hour)

export function someTraffic(world: World, devices: readonly string[]): PendingEvent[] {
  const { random, model } = world
  const ads = [...model.ads.values()]
  const media = [...model.media.keys()]
  const pending: PendingEvent[] = []
  for (let offers = random.whole(1, 14); offers > 0; offers--) {
    const ad = random.pick(ads)
    const offer = {
      issueDay: new Date(world.now).toISOString().slice(0, 10) as Day,
      offerId: random.uuid(),
      adId: ad.id as AdId,
      advertiserId: ad.advertiser as CustomerId,
      mediumId: random.pick(media) as MediumId,
      deviceId: random.pick(devices),
      // Prices end in odd micros, so that every share has a remainder.
      priceMicros: (oneEvent(ad) +
        BigInt(random.whole(0, 499_999_999)) / (ad.billingType === 'CPM' ? 1_000n : 1n)) as Micros,
    }
    for (const { action, delayMs } of actionsOf(world, ad.billingType)) {
      const sent = { dueAt: world.now + delayMs, event: { ...offer, action } }
      pending.push(sent)
      if (random.chance(0.15)) pending.push({ ...sent, dueAt: sent.dueAt + random.whole(0, 40_000) })
    }
  }
  return pending
}

/** The due events, received now or a moment ago. */
export function arriving(world: World, due: readonly PendingEvent[]): OfferEvent[] {
  return world.random.shuffled(due).map(({ event }) => ({
    ...event,
    receivedAt: (world.now - (world.random.chance(0.3) ? world.random.whole(0, 4_000) : 0)) as Instant,
  }))
}
