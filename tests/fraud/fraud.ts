import { hour, type Instant, instant, minute } from '@voltline/kernel'
import { Random } from '../../server/src/demo/random.ts'
import { type Attacker, anAttacker, attack, attackerKinds } from './attackers.ts'
import { type Audience, anAudience, honestVisit } from './honest.ts'
import { Network, type Publisher, start } from './network.ts'
import { type Sums, sumUp } from './verdict.ts'
import { Visits } from './visits.ts'

export interface FraudOptions {
  /** Of an empty, migrated database. */
  url: string
  seed: number
  /** Of traffic, by the network's clock. */
  minutes: number
  /** Visits of each honest app in a minute. */
  honestPerMinute?: number
}

export interface FraudOutcome {
  sums: Map<string, Sums>
  offers: number
  events: number
}

const androidApps = 8
const iosApps = 6
const stepMs = 5 * minute
/** Reports come up to half an hour after their ad, installs later; then the hour is over. */
const restMs = 2 * hour

interface Crowd {
  perMinute: number
  visit: () => Parameters<Visits['plan']>[1]
}

async function honestCrowd(network: Network, random: Random, perMinute: number): Promise<Crowd[]> {
  const audiences: Audience[] = []
  for (let app = 0; app < androidApps + iosApps; app++) {
    const platform = app < androidApps ? 'AOS' : 'IOS'
    audiences.push(anAudience(random, await network.addPublisher(platform), platform))
  }
  return audiences.map((audience) => ({ perMinute, visit: () => honestVisit(random, audience) }))
}

async function attackingCrowd(network: Network, random: Random): Promise<Crowd[]> {
  const crowds: [Attacker, Publisher][] = []
  for (const kind of attackerKinds) {
    const attacker = anAttacker(random, kind)
    const publisher = await network.addPublisher(attacker.platform)
    if (attacker.signsInFrom) await network.signIn(publisher.id, attacker.signsInFrom)
    crowds.push([attacker, publisher])
  }
  return crowds.map(([attacker, publisher]) => ({
    perMinute: attacker.perMinute,
    visit: () => attack(attacker, publisher),
  }))
}

/** Drives labelled traffic of one seed through delivery and billing, and sums up what became of the money. */
export async function runFraud({
  url,
  seed,
  minutes,
  honestPerMinute = 12,
}: FraudOptions): Promise<FraudOutcome> {
  const random = new Random(seed)
  const network = await Network.open(url)
  try {
    const crowds = [
      ...(await honestCrowd(network, random, honestPerMinute)),
      ...(await attackingCrowd(network, random)),
    ]
    await network.pass(start)
    const visits = new Visits(network)
    const end = instant(start + minutes * minute)
    for (const { perMinute, visit } of crowds) {
      const count = Math.round(perMinute * minutes)
      for (let number = 0; number < count; number++)
        visits.plan(start + random.next() * (end - start), visit())
    }
    for (let at: Instant = start; at < end + restMs; at = instant(at + stepMs)) {
      await visits.runUntil(instant(at + stepMs))
      await network.pass(instant(at + stepMs))
    }
    const { claims, offers, events } = visits
    return { sums: await sumUp(network, claims.values()), offers, events }
  } finally {
    await network.close()
  }
}
