import { appealCase, publisherQuality } from '@voltline/contract'
import { type AppId, assert, type Instant, instant, isoInZone, ok, refuse, type Zone } from '@voltline/kernel'
import { audit } from '../../../domain/audit/audit.ts'
import { appealUntil, type CaseFigures, checkAppeal } from '../../../domain/quality/cases/case.ts'
import {
  addToLog,
  type CaseOfUnit,
  casesOverlapping,
  lockOwnCase,
  saveAppeal,
} from '../../../domain/quality/cases/case-store.ts'
import { figuresOf } from '../../../domain/quality/cases/figures.ts'
import { readInvalidOfUnits } from '../../../domain/quality/unit-invalid.ts'
import { reportRange } from '../../../domain/reports/range.ts'
import { spansOf } from '../../../domain/reports/rollup/quarter.ts'
import type { FeatureServices } from '../../feature.ts'

function toCase(one: CaseOfUnit, { amountMicros }: CaseFigures, zone: Zone) {
  const text = (at: Instant) => isoInZone(at, zone)
  return {
    CaseID: one.id,
    MedID: one.mediumId,
    Name: one.mediumName,
    AppName: one.appName,
    Status: one.status,
    From: text(one.from),
    To: text(one.to),
    Amount: amountMicros,
    Signals: one.signals.map(({ signal, value, norm, z }) => ({
      Signal: signal,
      Value: value,
      Norm: norm,
      Z: z,
    })),
    OpenTime: text(one.openedAt),
    Reason: one.reason,
    Answer: one.answer,
    AnswerTime: one.decidedAt === undefined ? null : text(one.decidedAt),
    Appeal: one.appeal,
    AppealTime: one.appealedAt === undefined ? null : text(one.appealedAt),
    AppealUntil: text(appealUntil(one)),
  }
}

/** The publisher's side of traffic quality. */
export function registerPublisherQuality({ handle, db, clock, settings }: FeatureServices): void {
  handle(publisherQuality, async ({ input, session }) => {
    const { zone } = session
    const range = reportRange(input, { zone, searchDays: settings.searchDays, now: clock.now() })
    if (!range.ok) return range
    const scope = { owner: session.customerId, appId: input.appID as AppId | undefined }
    const spans = spansOf(range.value)
    const [first, last] = [spans.at(0), spans.at(-1)]
    assert(first && last, 'a range has days')
    return db.snapshot(async (reader) => {
      const invalid = await readInvalidOfUnits(reader, scope, range.value)
      const found = await casesOverlapping(reader, scope, { from: first.from, to: instant(last.to - 1) })
      const open = await figuresOf(
        reader,
        found.filter(({ status }) => status === 'OPEN'),
      )
      const cases = found.map((one) => {
        const figures = one.figures ?? open.get(one.id)
        assert(figures, 'a case has figures')
        return toCase(one, figures, zone)
      })
      const list = invalid.map(({ day, mediumId, mediumName, rule, count }) => ({
        ...{ RegistTime: day, MedID: mediumId, Name: mediumName, Rule: rule, Count: count },
      }))
      return ok({ list, cases })
    })
  })

  handle(appealCase, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const found = await lockOwnCase(tx, session.customerId, input.caseID)
      if (!found) return refuse('NO_PERMISSION')
      const checked = checkAppeal(found, now)
      if (!checked.ok) return checked
      await saveAppeal(tx, found.id, { text: input.text, now })
      await addToLog(tx, found.id, { action: 'APPEALED', by: undefined, text: input.text, now })
      const row = { actor: session, action: appealCase.path, entity: 'case', entityId: found.id, at: now }
      await audit(tx, { ...row, became: { text: input.text } })
      return ok({})
    }),
  )
}
