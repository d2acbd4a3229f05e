import { adminGetCase, adminListCases, confirmCase, openCase, releaseCase } from '@voltline/contract'
import { assert, type Instant, isoInZone, micros, type OperatorId, ok, refuse, seoul } from '@voltline/kernel'
import { audit } from '../../../../domain/audit/audit.ts'
import type { CaseFigures } from '../../../../domain/quality/cases/case.ts'
import {
  type CaseOfUnit,
  countCases,
  findCase,
  logOf,
  openCases,
  pageOfCases,
  publisherOf,
} from '../../../../domain/quality/cases/case-store.ts'
import { decideCase, openAndTell } from '../../../../domain/quality/cases/decide-case.ts'
import { figuresOf } from '../../../../domain/quality/cases/figures.ts'
import type { ReadSession, Tx } from '../../../../platform/database/database.ts'
import type { FeatureServices } from '../../../feature.ts'
import { chartsOf } from './charts.ts'

/** Operators see Seoul time, the zone of the network's months. */
const timeText = (at: Instant) => isoInZone(at, seoul)

function toRow(one: CaseOfUnit, { amountMicros, events }: CaseFigures) {
  return {
    CaseID: one.id,
    AppID: one.appId,
    AppName: one.appName,
    MedID: one.mediumId,
    MedName: one.mediumName,
    CustID: one.publisher,
    Company: one.company,
    Status: one.status,
    From: timeText(one.from),
    To: timeText(one.to),
    Amount: amountMicros,
    Events: events,
    Signals: one.signals.map(({ signal, value, norm, z }) => ({
      Signal: signal,
      Value: value,
      Norm: norm,
      Z: z,
    })),
    Appealed: one.appealedAt !== undefined,
    ByDetector: one.origin === 'DETECTOR',
    OpenTime: timeText(one.openedAt),
  }
}

async function detailOf(session: ReadSession, one: CaseOfUnit) {
  const figures = one.figures ?? (await figuresOf(session, [one])).get(one.id)
  assert(figures, 'a case has figures')
  const log = await logOf(session, one.id)
  return {
    ...toRow(one, figures),
    Log: log.map(({ at, action, by, text }) => ({ Time: timeText(at), Action: action, By: by, Text: text })),
    Appeal: one.appeal,
    AppealTime: one.appealedAt === undefined ? null : timeText(one.appealedAt),
    ...(await chartsOf(session, one)),
  }
}

function registerReads({ handle, db }: FeatureServices): void {
  handle(adminListCases, async ({ input }) =>
    db.snapshot(async (session) => {
      const { status, pageNo } = input
      const isOpenListed = status === undefined || status === 'OPEN'
      const open = await figuresOf(session, isOpenListed ? await openCases(session) : [])
      const cases = await pageOfCases(session, { status, pageNo }, open)
      const rows = cases.map((one) => {
        const figures = one.figures ?? open.get(one.id)
        assert(figures, 'a case has figures')
        return toRow(one, figures)
      })
      return ok({ cases: rows, rowCount: await countCases(session, status) })
    }),
  )

  handle(adminGetCase, async ({ input }) =>
    db.snapshot(async (session) => {
      const found = await findCase(session, input.caseID)
      return ok({ case: found ? await detailOf(session, found) : null })
    }),
  )
}

/** The operators' side of cases. */
export function registerCases(services: FeatureServices): void {
  const { handle, db, clock } = services
  registerReads(services)

  handle(openCase, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const unit = await publisherOf(tx, input.medID)
      if (!unit) return refuse('NO_PERMISSION')
      const { from, to, reason } = input
      const now = clock.now()
      const opening = { ...unit, from, to, reason, signals: [], by: session.operatorId, now }
      const { id } = await openAndTell(tx, services, opening)
      const row = { actor: session, action: openCase.path, entity: 'case', entityId: id, at: now }
      await audit(tx, { ...row, became: { medID: unit.mediumId, from, to, reason } })
      return ok({ caseID: id })
    }),
  )

  const decideAndAudit = async (
    tx: Tx,
    session: { operatorId: OperatorId },
    { action, caseID, reason }: { action: string; caseID: number; reason: string },
    status: 'CONFIRMED' | 'RELEASED',
  ) => {
    const now = clock.now()
    const decided = await decideCase(tx, services, caseID, { status, reason, by: session.operatorId, now })
    if (!decided.ok) return decided
    const { figures, corrected } = decided.value
    await audit(tx, {
      ...{ actor: session, action, entity: 'case', entityId: caseID, at: now, was: { status: 'OPEN' } },
      became: { status, reason, amountMicros: figures.amountMicros, ...corrected },
    })
    return ok({ corrected: { Events: corrected.charges, Amount: micros(corrected.priceMicros) } })
  }

  handle(confirmCase, async ({ input, session, tx }) =>
    decideAndAudit(tx, session, { action: confirmCase.path, ...input }, 'CONFIRMED'),
  )

  handle(releaseCase, async ({ input, session, tx }) =>
    decideAndAudit(tx, session, { action: releaseCase.path, ...input }, 'RELEASED'),
  )
}
