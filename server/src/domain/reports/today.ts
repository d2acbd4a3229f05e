import type { healthParts, healthStates } from '@voltline/contract'
import { hour, type Instant, minute } from '@voltline/kernel'
import { isGood, type KeptProof } from '../ledger/proof.ts'
import type { Signs } from './today-store.ts'

type State = (typeof healthStates)[number]
export interface PartHealth {
  part: (typeof healthParts)[number]
  state: State
  /** When it last showed life, or since when it waits. */
  at: Instant | undefined
}

/** A role beats every 10 seconds; three missed beats and some are late. */
const pulseMsMax = minute
const waitMsMax = 5 * minute
/** Proved hourly; a second hour is for a long proof. */
const proofMsMax = 2 * hour

const lateAfter = (at: Instant | undefined, now: Instant, msMax: number): State =>
  at === undefined ? 'NONE' : now - at > msMax ? 'LATE' : 'GOOD'

/** What waits longer than it should says that its part stands still. */
const waiting = (since: Instant | undefined, now: Instant): State =>
  since !== undefined && now - since > waitMsMax ? 'LATE' : 'GOOD'

function booksState(proof: KeptProof | undefined, now: Instant): State {
  if (proof && !isGood(proof)) return 'BAD'
  return lateAfter(proof?.at, now, proofMsMax)
}

/** Billing has to run and to keep up. */
function billingState(pulse: Instant | undefined, signs: Signs, now: Instant): State {
  const runs = lateAfter(pulse, now, pulseMsMax)
  return runs === 'GOOD' ? waiting(signs.billedUntil, now) : runs
}

export function healthOf(
  found: { pulses: ReadonlyMap<string, Instant>; signs: Signs; proof: KeptProof | undefined },
  now: Instant,
): PartHealth[] {
  const { pulses, signs, proof } = found
  const role = (part: 'web' | 'delivery' | 'worker'): PartHealth => ({
    part,
    state: lateAfter(pulses.get(part), now, pulseMsMax),
    at: pulses.get(part),
  })
  return [
    role('web'),
    role('delivery'),
    { part: 'billing', state: billingState(pulses.get('billing'), signs, now), at: signs.billedUntil },
    role('worker'),
    { part: 'mail', state: waiting(signs.oldestMail, now), at: signs.oldestMail },
    { part: 'books', state: booksState(proof, now), at: proof?.at },
    { part: 'audit', state: waiting(signs.oldestUnchained, now), at: signs.lastLink },
  ]
}
