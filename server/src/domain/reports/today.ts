import type { healthParts, healthStates } from '@voltline/contract'
import { hour, type Instant, minute } from '@voltline/kernel'
import { isGood, type KeptProof } from '../ledger/proof.ts'
import type { Progress } from './today-store.ts'

type State = (typeof healthStates)[number]
export interface PartHealth {
  part: (typeof healthParts)[number]
  state: State
  /** When it last ran, or since when work has been waiting for it. */
  at: Instant | undefined
}

/** A role writes its pulse every 10 seconds. */
const pulseMsMax = minute
const waitMsMax = 5 * minute
/** Proved hourly; a long proof may take part of a second hour. */
const proofMsMax = 2 * hour

const lateAfter = (at: Instant | undefined, now: Instant, msMax: number): State =>
  at === undefined ? 'NONE' : now - at > msMax ? 'LATE' : 'GOOD'

/** Work that waits too long shows that its part has stopped. */
const waiting = (since: Instant | undefined, now: Instant): State =>
  since !== undefined && now - since > waitMsMax ? 'LATE' : 'GOOD'

function booksState(proof: KeptProof | undefined, now: Instant): State {
  if (proof && !isGood(proof)) return 'BAD'
  return lateAfter(proof?.at, now, proofMsMax)
}

/** Billing must run and keep up. */
function billingState(pulse: Instant | undefined, progress: Progress, now: Instant): State {
  const runs = lateAfter(pulse, now, pulseMsMax)
  return runs === 'GOOD' ? waiting(progress.billedUntil, now) : runs
}

export function healthOf(
  found: {
    pulses: ReadonlyMap<string, Instant>
    progress: Progress
    proof: KeptProof | undefined
    /** This process has found a video encoder. */
    canEncodeVideo: boolean
  },
  now: Instant,
): PartHealth[] {
  const { pulses, progress, proof } = found
  const role = (part: 'web' | 'delivery' | 'worker'): PartHealth => ({
    part,
    state: lateAfter(pulses.get(part), now, pulseMsMax),
    at: pulses.get(part),
  })
  return [
    role('web'),
    role('delivery'),
    { part: 'billing', state: billingState(pulses.get('billing'), progress, now), at: progress.billedUntil },
    role('worker'),
    { part: 'mail', state: waiting(progress.oldestMail, now), at: progress.oldestMail },
    { part: 'video', state: found.canEncodeVideo ? 'GOOD' : 'BAD', at: undefined },
    { part: 'books', state: booksState(proof, now), at: proof?.at },
    { part: 'audit', state: waiting(progress.oldestUnchained, now), at: progress.lastLink },
  ]
}
