import { type CaseStatus, caseSignals } from '@voltline/contract'
import type { AppId, CustomerId, Instant, MediumId, OperatorId, Zone } from '@voltline/kernel'
import { z } from 'zod'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/page-of.ts'
import type {
  AppRow,
  CaseLogRow,
  CustomerRow,
  MediumRow,
  QualityCaseRow,
} from '../../../platform/database/rows.ts'
import { at, type Query, sql } from '../../../platform/database/sql.ts'
import type { Case, CaseFigures, SignalFound } from './case.ts'
import type { Period } from './period.ts'

const storedSignals = z.array(
  z.object({ signal: z.enum(caseSignals), value: z.number(), norm: z.number(), z: z.number() }),
)

/** A case with its unit and publisher. */
export interface CaseOfUnit extends Case {
  /** As they were when it was decided; undefined while it is open. */
  figures: CaseFigures | undefined
  mediumName: string
  product: MediumRow['product']
  appId: AppId
  appName: string
  publisher: CustomerId
  company: string
  email: string
  zone: Zone
}

type CaseOfUnitRow = Omit<QualityCaseRow, 'opened_by' | 'decided_by' | 'correction_id'> &
  Pick<MediumRow, 'product'> &
  Pick<AppRow, 'app_id'> & {
    medium_name: string
    app_name: string
    customer_id: CustomerRow['customer_id']
  } & Pick<CustomerRow, 'company' | 'email' | 'timezone'>

const toCase = (row: CaseOfUnitRow): CaseOfUnit => ({
  id: row.case_id,
  mediumId: row.medium_id,
  origin: row.origin,
  status: row.status,
  from: row.from_at,
  to: row.to_at,
  signals: storedSignals.parse(row.signals),
  reason: row.reason,
  openedAt: row.opened_at,
  answer: row.answer,
  decidedAt: row.decided_at ?? undefined,
  appeal: row.appeal,
  appealedAt: row.appealed_at ?? undefined,
  figures:
    row.amount_micros === null || row.events === null
      ? undefined
      : { amountMicros: row.amount_micros, events: Number(row.events) },
  mediumName: row.medium_name,
  product: row.product,
  appId: row.app_id,
  appName: row.app_name,
  publisher: row.customer_id,
  company: row.company,
  email: row.email,
  zone: row.timezone,
})

const casesOfUnits = sql`
  select c.case_id, c.medium_id, c.origin, c.status, c.from_at, c.to_at, c.signals, c.reason, c.opened_at,
         c.amount_micros, c.events, c.answer, c.decided_at, c.appeal, c.appealed_at, m.name as medium_name, m.product,
         p.app_id, p.name as app_name, u.customer_id, u.company, u.email, u.timezone
    from quality_case c
    join medium m using (medium_id) join app p using (app_id) join customer u using (customer_id)`

const ofStatus = (status: CaseStatus | undefined): Query =>
  status === undefined ? sql`true` : sql`c.status = ${status}`

/** Of any publisher: only for operators. */
export const findCase = (session: ReadSession, id: number): Promise<CaseOfUnit | undefined> =>
  session.maybeOne(toCase, sql<CaseOfUnitRow>`${casesOfUnits} where c.case_id = ${id}`)

/** The caller has locked the publisher, so that nobody applies for a payout meanwhile. */
export const lockCase = (tx: Tx, id: number): Promise<CaseOfUnit | undefined> =>
  tx.maybeOne(toCase, sql<CaseOfUnitRow>`${casesOfUnits} where c.case_id = ${id} for no key update of c`)

/** Filtered by owner: another publisher's case does not exist for this query. */
export const lockOwnCase = (tx: Tx, owner: CustomerId, id: number): Promise<CaseOfUnit | undefined> =>
  tx.maybeOne(
    toCase,
    sql<CaseOfUnitRow>`
    ${casesOfUnits} where c.case_id = ${id} and u.customer_id = ${owner} for no key update of c`,
  )

/** Of all publishers, or of one. */
export const openCases = (session: ReadSession, owner?: CustomerId): Promise<CaseOfUnit[]> =>
  session.many(
    toCase,
    sql<CaseOfUnitRow>`
    ${casesOfUnits}
     where c.status = 'OPEN' and ${owner === undefined ? sql`true` : sql`u.customer_id = ${owner}`}
     order by c.case_id`,
  )

/** The cases of a publisher, or of one app, whose period overlaps the given one; the newest first. */
export const casesOverlapping = (
  session: ReadSession,
  { owner, appId }: { owner: CustomerId; appId: AppId | undefined },
  { from, to }: Period,
): Promise<CaseOfUnit[]> =>
  session.many(
    toCase,
    sql<CaseOfUnitRow>`
    ${casesOfUnits}
     where u.customer_id = ${owner} and ${appId === undefined ? sql`true` : sql`p.app_id = ${appId}`}
       and c.from_at <= ${at(to)} and c.to_at >= ${at(from)}
     order by c.case_id desc`,
  )

/** The largest amount first. The amounts of open cases are given; the others have theirs. */
export const pageOfCases = (
  session: ReadSession,
  { status, pageNo }: { status: CaseStatus | undefined; pageNo: number },
  open: ReadonlyMap<number, CaseFigures>,
): Promise<CaseOfUnit[]> =>
  session.many(
    toCase,
    sql<CaseOfUnitRow>`
    ${casesOfUnits}
    left join unnest(${[...open.keys()]}::int[],
                     ${[...open.values()].map((figures) => figures.amountMicros)}::bigint[])
           as held(case_id, amount_micros) on held.case_id = c.case_id
     where ${ofStatus(status)}
     order by coalesce(held.amount_micros, c.amount_micros) desc, c.case_id desc ${pageOf(pageNo)}`,
  )

export const countCases = (session: ReadSession, status: CaseStatus | undefined): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`select count(*) from quality_case c where ${ofStatus(status)}`,
  )

export interface NewCase extends Period {
  mediumId: MediumId
  signals: readonly SignalFound[]
  reason: string
  /** Undefined: the detectors. */
  by: OperatorId | undefined
  now: Instant
}

export const insertCase = (tx: Tx, opened: NewCase): Promise<number> =>
  tx.one(
    (row) => row.case_id,
    sql<Pick<QualityCaseRow, 'case_id'>>`
    insert into quality_case (medium_id, origin, from_at, to_at, signals, reason, opened_by, opened_at)
    values (${opened.mediumId}, ${opened.by === undefined ? 'DETECTOR' : 'OPERATOR'}, ${at(opened.from)},
            ${at(opened.to)}, ${JSON.stringify(opened.signals)}, ${opened.reason}, ${opened.by ?? null},
            ${at(opened.now)})
    returning case_id`,
  )

/** The open case of the detectors about a unit. The caller has locked the publisher. */
export const findDetectorCase = (tx: Tx, mediumId: MediumId): Promise<CaseOfUnit | undefined> =>
  tx.maybeOne(
    toCase,
    sql<CaseOfUnitRow>`
    ${casesOfUnits}
     where c.medium_id = ${mediumId} and c.status = 'OPEN' and c.origin = 'DETECTOR' for no key update of c`,
  )

/** The units with an open case of the detectors. */
export async function openDetectorCases(session: ReadSession): Promise<ReadonlySet<MediumId>> {
  const ids = await session.many(
    (row) => row.medium_id,
    sql<Pick<QualityCaseRow, 'medium_id'>>`
    select medium_id from quality_case where status = 'OPEN' and origin = 'DETECTOR'`,
  )
  return new Set(ids)
}

export const extendCase = (
  tx: Tx,
  id: number,
  { from, to, signals }: Period & { signals: readonly SignalFound[] },
): Promise<number> =>
  tx.run(sql`
    update quality_case set from_at = ${at(from)}, to_at = ${at(to)}, signals = ${JSON.stringify(signals)}
     where case_id = ${id}`)

export const saveDecision = (
  tx: Tx,
  id: number,
  decision: CaseFigures & {
    status: CaseStatus
    answer: string
    by: OperatorId
    correctionId: number | undefined
    now: Instant
  },
): Promise<number> =>
  tx.run(sql`
    update quality_case
       set status = ${decision.status}, answer = ${decision.answer}, decided_by = ${decision.by},
           decided_at = ${at(decision.now)}, amount_micros = ${decision.amountMicros}, events = ${decision.events},
           correction_id = ${decision.correctionId ?? null}
     where case_id = ${id}`)

export const saveAppeal = (tx: Tx, id: number, { text, now }: { text: string; now: Instant }) =>
  tx.run(sql`update quality_case set appeal = ${text}, appealed_at = ${at(now)} where case_id = ${id}`)

export type CaseAction = CaseLogRow['action']

export const addToLog = (
  tx: Tx,
  caseId: number,
  entry: { action: CaseAction; by: OperatorId | undefined; text: string; now: Instant },
): Promise<number> =>
  tx.run(sql`
    insert into case_log (case_id, at, action, operator_id, text)
    values (${caseId}, ${at(entry.now)}, ${entry.action}, ${entry.by ?? null}, ${entry.text})`)

export interface LogEntry {
  at: Instant
  action: CaseAction
  /** The operator's address; '' for the detectors and the publisher. */
  by: string
  text: string
}

export const logOf = (session: ReadSession, caseId: number): Promise<LogEntry[]> =>
  session.many(
    (row) => ({ at: row.at, action: row.action, by: row.email ?? '', text: row.text }),
    sql<Pick<CaseLogRow, 'at' | 'action' | 'text'> & { email: string | null }>`
    select l.at, l.action, l.text, o.email
      from case_log l left join operator o using (operator_id)
     where l.case_id = ${caseId} order by l.case_log_id`,
  )

/** The publisher of a unit; undefined if there is no such unit. */
export const publisherOf = (
  session: ReadSession,
  mediumId: number,
): Promise<{ mediumId: MediumId; publisher: CustomerId } | undefined> =>
  session.maybeOne(
    (row) => ({ mediumId: row.medium_id, publisher: row.customer_id }),
    sql<Pick<MediumRow, 'medium_id'> & Pick<AppRow, 'customer_id'>>`
    select m.medium_id, p.customer_id from medium m join app p using (app_id) where m.medium_id = ${mediumId}`,
  )
