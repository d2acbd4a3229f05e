import type { healthParts, healthStates } from '@voltline/contract'
import { hour, type Instant, minute, second } from '@voltline/kernel'
import type { BackupReport } from '../../platform/backup/backup.ts'
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
/** Budgets and balances depend on billing, so it has less time. */
const billingMsMax = 15 * second
const workMsMax = minute
/** Proved hourly; a long proof may take part of a second hour. */
const proofMsMax = 2 * hour

/** WAL is archived every 30 seconds, a base backup is made every night. */
const walMsMax = 2 * minute
const baseMsMax = 26 * hour

const lateAfter = (at: Instant | undefined, now: Instant, msMax: number): State =>
  at === undefined ? 'NONE' : now - at > msMax ? 'LATE' : 'GOOD'

/** Work that waits too long shows that its part has stopped. */
const waiting = (since: Instant | undefined, now: Instant, msMax = waitMsMax): State =>
  since !== undefined && now - since > msMax ? 'LATE' : 'GOOD'

function booksState(proof: KeptProof | undefined, now: Instant): State {
  if (proof && !isGood(proof)) return 'BAD'
  return lateAfter(proof?.at, now, proofMsMax)
}

/** Since when the oldest work of each kind has been waiting; undefined if none waits. */
export interface WaitingWork {
  /** An event that is not billed. */
  billing: Instant | undefined
  /** An amount that is not folded into its sum. */
  fold: Instant | undefined
  /** A due job. */
  jobs: Instant | undefined
}

/** Billing must run and keep up. */
function billingState(
  found: { pulse: Instant | undefined; progress: Progress; work: WaitingWork },
  now: Instant,
): State {
  const runs = lateAfter(found.pulse, now, pulseMsMax)
  if (runs !== 'GOOD') return runs
  const oldest = waiting(found.work.billing, now, billingMsMax)
  return oldest === 'GOOD' ? waiting(found.progress.billedUntil, now) : oldest
}

/** NONE: there is no backup. */
function backupState(backup: BackupReport | undefined, now: Instant): State {
  if (backup?.failingSince !== undefined) return 'BAD'
  const base = lateAfter(backup?.baseAt, now, baseMsMax)
  return base === 'GOOD' ? waiting(backup?.walAt, now, walMsMax) : base
}

/** Events that apps and browsers reported, and those of them whose address identifies somebody. */
export interface AddressesSeen {
  reported: number
  addressed: number
  /** Outside production, everybody is at a reserved address. */
  isProduction: boolean
}

/** Fewer events say nothing about where callers are. */
const reportedMin = 100

/** BAD: most callers have a reserved address, which is a proxy's, so TRUST_PROXY is probably wrong. */
function addressesState({ reported, addressed, isProduction }: AddressesSeen): State {
  return isProduction && reported >= reportedMin && addressed * 2 < reported ? 'BAD' : 'GOOD'
}

export function healthOf(
  found: {
    pulses: ReadonlyMap<string, Instant>
    progress: Progress
    work: WaitingWork
    proof: KeptProof | undefined
    /** This process has found a video encoder. */
    canEncodeVideo: boolean
    /** Undefined without a backup. */
    backup: BackupReport | undefined
    addresses: AddressesSeen
  },
  now: Instant,
): PartHealth[] {
  const { pulses, progress, work, proof } = found
  const billing = billingState({ pulse: pulses.get('billing'), progress, work }, now)
  const role = (part: 'web' | 'delivery' | 'worker'): PartHealth => ({
    part,
    state: lateAfter(pulses.get(part), now, pulseMsMax),
    at: pulses.get(part),
  })
  return [
    role('web'),
    role('delivery'),
    { part: 'billing', state: billing, at: progress.billedUntil },
    role('worker'),
    { part: 'fold', state: waiting(work.fold, now, workMsMax), at: work.fold },
    { part: 'jobs', state: waiting(work.jobs, now, workMsMax), at: work.jobs },
    { part: 'mail', state: waiting(progress.oldestMail, now), at: progress.oldestMail },
    { part: 'video', state: found.canEncodeVideo ? 'GOOD' : 'BAD', at: undefined },
    { part: 'books', state: booksState(proof, now), at: proof?.at },
    { part: 'audit', state: waiting(progress.oldestUnchained, now), at: progress.lastLink },
    {
      part: 'backup',
      state: backupState(found.backup, now),
      at: found.backup?.walAt ?? found.backup?.baseAt,
    },
    { part: 'addresses', state: addressesState(found.addresses), at: undefined },
  ]
}
