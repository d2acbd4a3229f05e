import { createHash } from 'node:crypto'
import type { Clock, Instant } from '@voltline/kernel'
import { lockName } from '../../platform/database/advisory-lock.ts'
import type { Database, ReadSession, Tx } from '../../platform/database/database.ts'
import type { AuditLinkRow, AuditRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/log.ts'

const linkRowsMax = 1_000
const chainLock = 'audit_chain'
/** Stands for the head before the first link. */
const firstHash = Buffer.alloc(32)
/** Ids begin at 1, but somebody could insert a row with a lower one. */
const beforeAll = -(2n ** 63n)

/** Every column as the database prints it, or null. */
type AuditTextRow = { [Column in keyof AuditRow]: string | null } & { audit_id: string }

/** One text per row that no other row has. */
const toText = (row: AuditTextRow): string =>
  JSON.stringify([
    ...[row.audit_id, row.at, row.customer_id, row.operator_id, row.action, row.entity, row.entity_id],
    ...[row.was, row.became],
  ])

const columns = sql`audit_id::text as audit_id, at::text as at, customer_id::text as customer_id,
                    operator_id::text as operator_id, action, entity, entity_id::text as entity_id,
                    was::text as was, became::text as became`

interface AuditText {
  id: bigint
  text: string
}

const toAuditText = (row: AuditTextRow): AuditText => ({ id: BigInt(row.audit_id), text: toText(row) })

const rowsBetween = (session: ReadSession, range: { after: bigint; upTo: bigint; max: number }) =>
  session.many(
    toAuditText,
    sql<AuditTextRow>`
    select ${columns} from audit where audit_id > ${range.after} and audit_id <= ${range.upTo}
         order by audit.audit_id limit ${range.max}`,
  )

interface Link {
  id: number
  first: bigint
  last: bigint
  previous: Buffer
  hash: Buffer
  at: Instant
}

const toLink = (row: AuditLinkRow): Link => ({
  id: row.link_id,
  first: row.first_audit,
  last: row.last_audit,
  previous: row.previous_hash,
  hash: row.hash,
  at: row.linked_at,
})

const linkColumns = sql`link_id, first_audit, last_audit, previous_hash, hash, linked_at`

function hashOf(link: Omit<Link, 'id' | 'hash'>, rows: readonly AuditText[]): Buffer {
  const hash = createHash('sha256').update(link.previous)
  hash.update(JSON.stringify([String(link.first), String(link.last), link.at]))
  for (const row of rows) hash.update(`\n${row.text}`)
  return hash.digest()
}

async function addLink(tx: Tx, upTo: bigint, now: Instant): Promise<Link | undefined> {
  const before = await tx.maybeOne(
    toLink,
    sql<AuditLinkRow>`select ${linkColumns} from audit_link order by link_id desc limit 1`,
  )
  const rows = await rowsBetween(tx, { after: before?.last ?? beforeAll, upTo, max: linkRowsMax })
  const first = rows.at(0)?.id
  const last = rows.at(-1)?.id
  if (first === undefined || last === undefined) return undefined
  const link = { first, last, previous: before?.hash ?? firstHash, at: now }
  return tx.one(
    toLink,
    sql<AuditLinkRow>`
    insert into audit_link (first_audit, last_audit, previous_hash, hash, linked_at)
    values (${first}, ${last}, ${link.previous}, ${hashOf(link, rows)}, ${at(now)})
    returning ${linkColumns}`,
  )
}

/** The rows that a run has seen. */
interface ChainMark {
  upTo: bigint
  /** Transactions with this number or a higher one began after the mark was set. */
  barrier: bigint
}

/**
 * Chains audit rows by hash, in batches. A row gets its id before its transaction commits, so rows can appear below
 * existing ones: a run chains only up to the mark of the run before it, and only once every transaction that was open
 * then has ended.
 */
export class AuditChain {
  readonly #services: { db: Database; clock: Clock; log: Log }
  #mark: ChainMark | undefined
  constructor(services: { db: Database; clock: Clock; log: Log }) {
    this.#services = services
  }

  /** Returns the number of added links. */
  async run(): Promise<number> {
    const { db, clock, log } = this.#services
    const seen = await db.read((session) =>
      session.one(
        (row) => ({
          upTo: row.up_to,
          barrier: BigInt(row.barrier),
          oldestOpen: BigInt(row.oldest_open),
        }),
        sql<{ up_to: bigint; barrier: string; oldest_open: string }>`
        select coalesce((select max(audit_id) from audit), 0)::bigint as up_to,
               pg_snapshot_xmax(pg_current_snapshot())::text as barrier,
               pg_snapshot_xmin(pg_current_snapshot())::text as oldest_open`,
      ),
    )
    const mark = this.#mark
    if (mark && seen.oldestOpen < mark.barrier) return 0
    this.#mark = seen
    if (!mark) return 0
    let links = 0
    for (;;) {
      const link = await db.transaction(async (tx) => {
        await lockName(tx, chainLock)
        return addLink(tx, mark.upTo, clock.now())
      })
      if (!link) return links
      links += 1
      // The log keeps the head outside the database: it exposes a chain that was recomputed from its start.
      log.info(
        { link: link.id, lastAudit: String(link.last), head: link.hash.toString('hex') },
        'Audit rows were chained.',
      )
    }
  }
}

export interface ChainCheck {
  links: number
  rows: number
  /** Newer rows that no link covers yet. */
  unchained: number
  /** The newest link's hash, in hex; empty before the first. */
  head: string
  /** Each problem in one line. */
  findings: string[]
  /** The head after each link, in hex, and the rows up to it. */
  steps: readonly ChainStep[]
}

export interface ChainStep {
  head: string
  rows: number
}

async function checkLink(session: ReadSession, link: Link, before: Link | undefined) {
  const after = before?.last ?? beforeAll
  // All rows since the previous link, so that an inserted one is found as well.
  const rows = await rowsBetween(session, { after, upTo: link.last, max: linkRowsMax + 1 })
  const findings: string[] = []
  const range = `audit rows ${link.first} to ${link.last}`
  if (!link.previous.equals(before?.hash ?? firstHash)) {
    findings.push(`link ${link.id} does not follow the link before it`)
  }
  if (!hashOf(link, rows).equals(link.hash))
    findings.push(`${range} are not what link ${link.id} was made from`)
  return { findings, rows: rows.length }
}

/** Recomputes every link from the rows. */
export async function verifyChain(session: ReadSession): Promise<ChainCheck> {
  const links = await session.many(
    toLink,
    sql<AuditLinkRow>`select ${linkColumns} from audit_link order by link_id`,
  )
  const findings: string[] = []
  const steps: ChainStep[] = []
  let before: Link | undefined
  for (const link of links) {
    const checked = await checkLink(session, link, before)
    findings.push(...checked.findings)
    steps.push({ head: link.hash.toString('hex'), rows: (steps.at(-1)?.rows ?? 0) + checked.rows })
    before = link
  }
  const counts = await session.one(
    (row) => ({ rows: Number(row.rows), unchained: Number(row.unchained) }),
    sql<{ rows: bigint; unchained: bigint }>`
    select count(*) as rows, count(*) filter (where audit_id > ${before?.last ?? beforeAll}) as unchained from audit`,
  )
  return { links: links.length, ...counts, head: steps.at(-1)?.head ?? '', findings, steps }
}

export interface ChainState {
  /** The newest link's hash, in hex; zeros before the first. */
  head: string
  links: number
  /** Audit rows that the links cover. */
  rows: number
}

/** What the chain is now, without checking it. */
export const readChain = (session: ReadSession): Promise<ChainState> =>
  session.one(
    (row) => ({
      head: (row.hash ?? firstHash).toString('hex'),
      links: Number(row.links),
      rows: Number(row.rows),
    }),
    sql<{ hash: Buffer | null; links: bigint; rows: bigint }>`
    with newest as (select hash, last_audit from audit_link order by link_id desc limit 1)
    select (select hash from newest) as hash,
           (select count(*) from audit_link) as links,
           (select count(*) from audit where audit_id <= (select last_audit from newest)) as rows`,
  )

/** Whether a row from before that moment is still without a link. */
export const hasUnchained = (session: ReadSession, before: Instant): Promise<boolean> =>
  session.one(
    (row) => row.waits,
    sql<{ waits: boolean }>`
    select exists (select from audit where at < ${at(before)}
                      and audit_id > coalesce((select max(last_audit) from audit_link), ${beforeAll})) as waits`,
  )
