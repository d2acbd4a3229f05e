import { type Instant, noMoney, type OperatorId, type Result } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { queueLetter } from '../letters/queue-letter.ts'
import { type Correction, correct } from './correct.ts'
import type { Selection } from './select-charges.ts'
import { addressesOf } from './store.ts'

interface LetterServices {
  secrets: Secrets
  settings: { publicUrl: string }
}

/** Corrects, and mails each advertiser what was credited and why, in the same transaction. */
export async function correctAndTell(
  tx: Tx,
  { secrets, settings }: LetterServices,
  selection: Selection,
  terms: { reason: string; by: OperatorId; now: Instant },
): Promise<Result<Correction, 'UNKNOWN'>> {
  const corrected = await correct(tx, selection, terms)
  if (!corrected.ok) return corrected
  const { credits } = corrected.value
  const { reason, now } = terms
  for (const { customer_id: id, email, timezone } of await addressesOf(tx, [...credits.keys()])) {
    const amountMicros = credits.get(id) ?? noMoney
    const values = { amountMicros, reason, at: now, zone: timezone, publicUrl: settings.publicUrl }
    await queueLetter(tx, secrets, { to: email, template: 'chargesCorrected', values }, now)
  }
  return corrected
}
