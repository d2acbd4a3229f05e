import { addCorrection, type Input, previewCorrection } from '@voltline/contract'
import { assert, type CustomerId, type Micros, ok, refuse } from '@voltline/kernel'
import { audit } from '../../../../domain/audit/audit.ts'
import { correctAndTell } from '../../../../domain/correction/correct-and-tell.ts'
import { previewOf, type Selection } from '../../../../domain/correction/select-charges.ts'
import { companiesOf, findSubject } from '../../../../domain/correction/subject-store.ts'
import type { ReadSession } from '../../../../platform/database/database.ts'
import type { FeatureServices } from '../../../feature.ts'

/** Undefined if there is no such unit or ad. */
async function selectionOf(
  session: ReadSession,
  input: Input<typeof previewCorrection>,
): Promise<Selection | undefined> {
  const { from, to, deviceID, rule } = input
  if (deviceID !== undefined) return { deviceId: deviceID, from, to }
  if (rule !== undefined) return { rule, from, to }
  const subject = await findSubject(session, { medID: input.medID, proID: input.proID })
  return subject && { ...subject, from, to }
}

async function toAdvertisers(session: ReadSession, credits: ReadonlyMap<CustomerId, Micros>) {
  const companies = await companiesOf(session, [...credits.keys()])
  return [...credits].map(([customerId, amountMicros]) => {
    const company = companies.get(customerId)
    assert(company !== undefined, 'an advertiser exists')
    return { CustID: customerId, Company: company, Amount: amountMicros }
  })
}

export function registerCorrections(services: FeatureServices): void {
  const { handle, db, clock } = services

  handle(previewCorrection, async ({ input }) =>
    db.snapshot(async (tx) => {
      const selection = await selectionOf(tx, input)
      if (!selection) return refuse('NO_PERMISSION')
      const preview = await previewOf(tx, selection)
      const credits = new Map(
        preview.advertisers.map(({ customerId, priceMicros }) => [customerId, priceMicros]),
      )
      const advertisers = await toAdvertisers(tx, credits)
      return ok({ events: preview.charges, amount: preview.priceMicros, advertisers })
    }),
  )

  handle(addCorrection, async ({ input, session, tx }) => {
    const now = clock.now()
    const selection = await selectionOf(tx, input)
    if (!selection) return refuse('NO_PERMISSION')
    const terms = { reason: input.reason, by: session.operatorId, now }
    const corrected = await correctAndTell(tx, services, selection, terms)
    if (!corrected.ok) return corrected
    const { correctionId, charges, priceMicros, credits } = corrected.value
    await audit(tx, {
      ...{
        actor: session,
        action: addCorrection.path,
        entity: 'correction',
        entityId: correctionId,
        at: now,
      },
      became: { ...selection, charges, priceMicros, reason: input.reason },
    })
    return ok({ events: charges, amount: priceMicros, advertisers: await toAdvertisers(tx, credits) })
  })
}
