import { isoInZone, type Micros, wonText, type Zone } from '@voltline/kernel'
import { eventIdOf } from '../events/event-id.ts'
import type { ListedCharge } from './list.ts'

/** A row of the advertiser's list, by the names of the wire. */
export const toChargeRow = (charge: ListedCharge, zone: Zone) => ({
  EventID: eventIdOf(charge),
  Time: isoInZone(charge.receivedAt, zone),
  Action: charge.action,
  AppName: charge.appName,
  Country: charge.country,
  Status: charge.status,
  Rule: charge.rule,
  Price: charge.priceMicros,
  RunnerUp: charge.runnerUp,
  Publisher: charge.publisherMicros,
  Network: charge.networkMicros,
  User: charge.userMicros,
  TransferID: charge.transferId === undefined ? null : Number(charge.transferId),
})

/** A row of the publisher's list: its share, never the price. */
export const toEarningRow = (charge: ListedCharge, zone: Zone) => ({
  EventID: eventIdOf(charge),
  Time: isoInZone(charge.receivedAt, zone),
  Action: charge.action,
  Country: charge.country,
  Status: charge.status,
  Rule: charge.rule,
  Amount: charge.publisherMicros,
  TransferID: charge.transferId === undefined ? null : Number(charge.transferId),
})

export const chargeColumns = [
  'EventID',
  'Time',
  'Action',
  'AppName',
  'Country',
  'Status',
  'Rule',
  'Price',
  'RunnerUp',
  'Publisher',
  'Network',
  'User',
  'TransferID',
] as const satisfies readonly (keyof ReturnType<typeof toChargeRow>)[]

export const earningColumns = [
  'EventID',
  'Time',
  'Action',
  'Country',
  'Status',
  'Rule',
  'Amount',
  'TransferID',
] as const satisfies readonly (keyof ReturnType<typeof toEarningRow>)[]

type Cell = string | boolean | number | bigint | null

/** A sign that a spreadsheet would read as a formula. */
const formula = /^[=+\-@\t\r]/

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return wonText(cell as Micros)
  if (typeof cell !== 'string') return String(cell)
  const safe = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV file (RFC 4180), without its end. */
export const csvLine = <Name extends string>(
  columns: readonly Name[],
  row: Readonly<Record<NoInfer<Name>, Cell>>,
): string => columns.map((name) => cellText(row[name])).join(',')

/** UTF-8 with a mark, so that spreadsheets read Korean names. */
export const csvFile = (columns: readonly string[], lines: readonly string[]): Buffer =>
  Buffer.from(`\uFEFF${[columns.join(','), ...lines].map((line) => `${line}\r\n`).join('')}`)
