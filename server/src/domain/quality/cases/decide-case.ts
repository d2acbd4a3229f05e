import {
  assert,
  type CustomerId,
  type Instant,
  type MediumId,
  type OperatorId,
  ok,
  type Result,
  refuse,
} from '@voltline/kernel'
import type { Tx } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { correctAndTell } from '../../correction/correct-and-tell.ts'
import type { CorrectionTotals } from '../../correction/select-charges.ts'
import { queueLetter } from '../../letters/queue-letter.ts'
import { lockPublisher } from '../../payout/store.ts'
import { type CaseFigures, decide, type SignalFound } from './case.ts'
import { addToLog, type CaseOfUnit, findCase, insertCase, lockCase, saveDecision } from './case-store.ts'
import { figuresOf } from './figures.ts'
import type { Period } from './period.ts'

export interface CaseServices {
  secrets: Secrets
  settings: { publicUrl: string }
}

const figuresNow = async (tx: Tx, one: CaseOfUnit): Promise<CaseFigures> => {
  const figures = (await figuresOf(tx, [one])).get(one.id)
  assert(figures, 'a case has figures')
  return figures
}

/** The publisher's language is not known, so the mail is in both. */
function tellPublisher(
  tx: Tx,
  { secrets, settings }: CaseServices,
  one: CaseOfUnit,
  news: { template: 'caseOpened' | 'caseConfirmed' | 'caseReleased'; reason: string; now: Instant } & Pick<
    CaseFigures,
    'amountMicros'
  >,
): Promise<void> {
  const { appName, mediumName, from, to, zone } = one
  const { template, reason, amountMicros, now } = news
  const { publicUrl } = settings
  const values = { appName, mediumName, from, to, amountMicros, reason, at: now, zone, publicUrl }
  return queueLetter(tx, secrets, { to: one.email, template, values }, now)
}

export interface Opening extends Period {
  mediumId: MediumId
  publisher: CustomerId
  signals: readonly SignalFound[]
  reason: string
  /** Undefined: the detectors. */
  by: OperatorId | undefined
  now: Instant
}

/** Opens a case and tells the publisher. The publisher is locked, so no application misses what is held. */
export async function openAndTell(tx: Tx, services: CaseServices, opening: Opening): Promise<CaseOfUnit> {
  await lockPublisher(tx, opening.publisher)
  const id = await insertCase(tx, opening)
  const { reason, by, now } = opening
  await addToLog(tx, id, { action: 'OPENED', by, text: reason, now })
  const opened = await findCase(tx, id)
  assert(opened, 'the case was just inserted')
  const { amountMicros } = await figuresNow(tx, opened)
  await tellPublisher(tx, services, opened, { template: 'caseOpened', reason, amountMicros, now })
  return opened
}

/** Locks first the publisher and then the case, like everybody who locks both. */
async function lockWithPublisher(tx: Tx, id: number): Promise<CaseOfUnit | undefined> {
  const found = await findCase(tx, id)
  if (!found) return undefined
  await lockPublisher(tx, found.publisher)
  return lockCase(tx, id)
}

export interface Decision {
  status: 'CONFIRMED' | 'RELEASED'
  reason: string
  by: OperatorId
  now: Instant
}

const nothingCorrected: Pick<CorrectionTotals, 'charges'> & { priceMicros: bigint } = {
  charges: 0,
  priceMicros: 0n,
}

export interface Decided {
  decided: CaseOfUnit
  figures: CaseFigures
  corrected: typeof nothingCorrected
}

/**
 * Confirms or releases an open case in one transaction, so that its charges are corrected with the decision or not at
 * all. Whoever comes second finds the case decided.
 */
export async function decideCase(
  tx: Tx,
  services: CaseServices,
  id: number,
  decision: Decision,
): Promise<Result<Decided, 'NO_PERMISSION' | 'UNKNOWN'>> {
  const { status, reason, by, now } = decision
  const found = await lockWithPublisher(tx, id)
  if (!found) return refuse('NO_PERMISSION')
  const allowed = decide(found, status)
  if (!allowed.ok) return allowed
  const figures = await figuresNow(tx, found)
  const { mediumId, from, to } = found
  const corrected =
    status === 'CONFIRMED'
      ? await correctAndTell(tx, services, { mediumId, from, to }, { reason, by, now })
      : ok({ ...nothingCorrected, correctionId: undefined })
  if (!corrected.ok) return corrected
  const { correctionId, charges, priceMicros } = corrected.value
  await saveDecision(tx, id, { ...figures, status, answer: reason, by, correctionId, now })
  await addToLog(tx, id, { action: status, by, text: reason, now })
  const template = status === 'CONFIRMED' ? 'caseConfirmed' : 'caseReleased'
  await tellPublisher(tx, services, found, { template, reason, amountMicros: figures.amountMicros, now })
  return ok({ decided: found, figures, corrected: { charges, priceMicros } })
}
