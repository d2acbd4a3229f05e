import { randomBytes } from 'node:crypto'
import {
  addMonths,
  type CustomerId,
  type Day,
  type Instant,
  instant,
  localDay,
  type Micros,
  type Month,
  micros,
  monthOf,
  noMoney,
  seoul,
} from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { MonthProofCustomerRow, MonthProofRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { closedUntil } from '../reports/rollup/close-month.ts'
import { leafHash, MerkleRoot } from './merkle.ts'
import { linesOfMonth, monthDay, type Side } from './month-rows.ts'

/** A customer's part of a month: a tree over the lines of its file. */
export interface CustomerPart {
  customerId: CustomerId
  leaves: number
  sumMicros: Micros
  root: Buffer
  blind: Buffer
}

/** What stands in the tree of the month for a customer's part. verify.mjs makes the same bytes. */
export const partHash = (month: Month, part: Omit<CustomerPart, 'customerId'>): Buffer =>
  leafHash(Buffer.concat([part.blind, part.root, Buffer.from(`${month} ${part.leaves} ${part.sumMicros}`)]))

async function partsOf(tx: Tx, side: Side, month: Month, lastTransfer: bigint): Promise<CustomerPart[]> {
  const parts = new Map<CustomerId, { tree: MerkleRoot; sumMicros: Micros }>()
  for await (const line of linesOfMonth(tx, side, month, lastTransfer)) {
    const part = parts.get(line.customerId) ?? { tree: new MerkleRoot(), sumMicros: noMoney }
    part.tree.add(leafHash(line.text))
    part.sumMicros = micros(part.sumMicros + line.amountMicros)
    parts.set(line.customerId, part)
  }
  return [...parts].map(([customerId, { tree, sumMicros }]) => ({
    customerId,
    sumMicros,
    leaves: tree.leaves,
    root: tree.root(),
    blind: randomBytes(32),
  }))
}

export interface MonthProof {
  month: Month
  leaves: number
  root: string
  previous: string | null
  jws: string
}

type Sign = (claims: Pick<MonthProof, 'month' | 'root' | 'previous'>) => Promise<string>

const toProof = (row: MonthProofRow): MonthProof & { lastTransfer: bigint } => ({
  month: monthOf(row.month),
  leaves: Number(row.leaves),
  root: row.root.toString('hex'),
  previous: row.previous?.toString('hex') ?? null,
  jws: row.jws,
  lastTransfer: row.last_transfer,
})

export const findProof = (session: ReadSession, month: Month) =>
  session.maybeOne(toProof, sql<MonthProofRow>`select * from month_proof where month = ${monthDay(month)}`)

/** The parts of a proved month, in the order of the tree. */
export const partsOfProof = (session: ReadSession, month: Month): Promise<CustomerPart[]> =>
  session.many(
    (row) => ({
      customerId: row.customer_id,
      leaves: Number(row.leaves),
      sumMicros: row.sum_micros,
      root: row.root,
      blind: row.blind,
    }),
    sql<MonthProofCustomerRow>`
    select * from month_proof_customer where month = ${monthDay(month)} order by customer_id`,
  )

async function proveMonth(tx: Tx, month: Month, sign: Sign, now: Instant): Promise<void> {
  const date = monthDay(month)
  const { last } = await tx.one(
    (row) => row,
    sql<{ last: bigint }>`select coalesce(max(transfer_id), 0)::bigint as last from ledger_transfer`,
  )
  await tx.run(
    sql`insert into month_proof_app (month, app_id, name) select ${date}::date, app_id, name from app`,
  )
  const advertisers = await partsOf(tx, 'ADVERTISER', month, last)
  const publishers = await partsOf(tx, 'PUBLISHER', month, last)
  const parts = [...advertisers, ...publishers].sort((a, b) => a.customerId - b.customerId)
  const tree = new MerkleRoot()
  for (const part of parts) tree.add(partHash(month, part))
  const root = tree.root().toString('hex')
  const previous = (await findProof(tx, addMonths(month, -1)))?.root ?? null
  const jws = await sign({ month, root, previous })
  const leaves = advertisers.reduce((sum, part) => sum + part.leaves, 0)
  await tx.run(sql`
    insert into month_proof (month, leaves, root, previous, last_transfer, jws, proved_at)
    values (${date}, ${leaves}, ${Buffer.from(root, 'hex')}, ${previous === null ? null : Buffer.from(previous, 'hex')},
            ${last}, ${jws}, ${at(now)})`)
  await tx.run(sql`
    insert into month_proof_customer (month, customer_id, leaves, root, blind, sum_micros)
    select ${date}::date, * from unnest(${parts.map((part) => part.customerId)}::int[],
      ${parts.map((part) => part.leaves)}::bigint[], ${parts.map((part) => part.root)}::bytea[],
      ${parts.map((part) => part.blind)}::bytea[], ${parts.map((part) => part.sumMicros)}::bigint[])`)
}

/** The closed months without a proof, oldest first. */
async function monthsToProve(session: ReadSession): Promise<Month[]> {
  const until = await closedUntil(session)
  if (until === 0) return []
  const newest = monthOf(localDay(instant(until - 1), seoul))
  const { proved, first } = await session.one(
    (row) => row,
    sql<{ proved: Day | null; first: Day | null }>`
    select (select max(month) from month_proof) as proved, (select min(month) from revenue_month) as first`,
  )
  const months: Month[] = []
  let month = proved ? addMonths(monthOf(proved), 1) : first ? monthOf(first) : newest
  for (; month <= newest; month = addMonths(month, 1)) months.push(month)
  return months
}

/** Proves every closed month, each chained to the one before. The caller lets one process do so at a time. */
export async function proveMonths(tx: Tx, sign: Sign, now: Instant): Promise<Month[]> {
  const months = await monthsToProve(tx)
  for (const month of months) await proveMonth(tx, month, sign, now)
  return months
}
