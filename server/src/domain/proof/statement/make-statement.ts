import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, languages } from '@voltline/contract'
import {
  assert,
  type CustomerId,
  type Instant,
  type Micros,
  type Month,
  micros,
  noMoney,
} from '@voltline/kernel'
import { zipSync } from 'fflate'
import type { ReadSession } from '../../../platform/database/database.ts'
import { type StatementMonth, statementOf, totalsByMonth } from '../../account/statement.ts'
import { chargeColumns, csvFile, earningColumns } from '../../charge/table.ts'
import type { Receipts } from '../../tokens/receipts.ts'
import { pathOf } from '../merkle.ts'
import { findProof, type MonthProof, partHash, partsOfProof } from '../month-proof.ts'
import { linesOfCustomer, type MonthLine, type Side } from '../month-rows.ts'
import { statementPdf } from './pdf.ts'

export interface StatementCustomer {
  id: CustomerId
  side: Side
  company: string
  email: string
}

/** Everything that a statement is made from, read in one snapshot. */
export interface StatementData {
  proof: MonthProof
  lines: MonthLine[]
  balances: StatementMonth
  /** The customer's place in the tree of the month; without charges there is none. */
  part: { blind: string; root: string; path: ReturnType<typeof pathOf> } | undefined
}

async function balancesOf(session: ReadSession, owner: CustomerId, month: Month): Promise<StatementMonth> {
  const months = statementOf(await totalsByMonth(session, owner))
  const own = months.find((statement) => statement.month === month)
  if (own) return own
  const opening = months.findLast((statement) => statement.month < month)?.closingMicros ?? noMoney
  return {
    month,
    ...{ creditMicros: noMoney, debitMicros: noMoney, chargeMicros: noMoney, correctionMicros: noMoney },
    ...{ paidMicros: noMoney, openingMicros: opening, closingMicros: opening },
  }
}

/** Undefined until the month is closed and proved. */
export async function readStatement(
  session: ReadSession,
  customer: Pick<StatementCustomer, 'id' | 'side'>,
  month: Month,
): Promise<StatementData | undefined> {
  const found = await findProof(session, month)
  if (!found) return undefined
  const { lastTransfer, ...proof } = found
  const lines = await linesOfCustomer(session, customer.side, {
    month,
    lastTransfer,
    customerId: customer.id,
  })
  const parts = await partsOfProof(session, month)
  const index = parts.findIndex((part) => part.customerId === customer.id)
  const own = parts[index]
  assert((own?.leaves ?? 0) === lines.length, 'a proved month does not change')
  return {
    proof,
    lines,
    balances: await balancesOf(session, customer.id, month),
    part: own && {
      blind: own.blind.toString('hex'),
      root: own.root.toString('hex'),
      path: pathOf(
        parts.map((part) => partHash(month, part)),
        index,
      ),
    },
  }
}

function byApp(lines: readonly MonthLine[]) {
  const apps = new Map<string, { name: string; rows: number; amountMicros: Micros }>()
  for (const { appName: name, amountMicros } of lines) {
    const app = apps.get(name) ?? { name, rows: 0, amountMicros: noMoney }
    apps.set(name, { name, rows: app.rows + 1, amountMicros: micros(app.amountMicros + amountMicros) })
  }
  return [...apps.values()].sort((a, b) => Number(b.amountMicros - a.amountMicros))
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** The zip of a month: two PDFs, the rows, their proof, the keys and the script that checks all of it. */
export async function makeStatement(
  data: StatementData,
  customer: StatementCustomer,
  { receipts, publicUrl, now }: { receipts: Receipts; publicUrl: string; now: Instant },
): Promise<Buffer> {
  const { proof, lines, balances, part } = data
  const { side, company, email } = customer
  const isAdvertiser = side === 'ADVERTISER'
  const file = isAdvertiser ? 'charges.csv' : 'earnings.csv'
  const columns = isAdvertiser ? chargeColumns : earningColumns
  const sum = lines.reduce((total, line) => total + line.amountMicros, 0n)
  const pdf = (language: Language) =>
    statementPdf({ language, side, company, email, balances, apps: byApp(lines), proof, madeAt: now })
  const pdfs: [string, Buffer][] = []
  for (const language of languages) pdfs.push([`statement-${language}.pdf`, await pdf(language)])
  const files = Object.fromEntries(pdfs.map(([name, bytes]) => [name, sha256(bytes)]))
  const { month } = proof
  const own = { month, customer: customer.id, file, column: isAdvertiser ? 'Price' : 'Amount' }
  const tree = { leaves: lines.length, sum: String(sum), ...(part ?? { blind: '', root: '', path: [] }) }
  const publishedAt = `${publicUrl}/proofs/${month}.json`
  const content: Record<string, Uint8Array> = {
    ...Object.fromEntries(pdfs),
    [file]: csvFile(
      columns,
      lines.map((line) => line.text),
    ),
    'proof.json': json({ ...own, ...tree, published: proof, publishedAt }),
    'keys.json': json({ keys: await receipts.keys() }),
    'files.jws': Buffer.from(await receipts.signProof({ month, customer: customer.id, files })),
    'verify.mjs': await readFile(join(import.meta.dirname, 'verify.mjs')),
  }
  return Buffer.from(zipSync(content, { mtime: new Date(Date.UTC(2000, 0, 1)) }))
}
