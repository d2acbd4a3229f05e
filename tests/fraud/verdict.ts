import type { Instant } from '@voltline/kernel'
import { openCases } from '../../server/src/domain/quality/cases/case-store.ts'
import type { ChargeRow } from '../../server/src/platform/database/rows.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import type { Network } from './network.ts'
import type { Claim } from './visits.ts'

/** What became of the money that a kind of people claimed, in micros. */
export interface Sums {
  claims: number
  claimed: bigint
  /** Charged, and counted as payable once the month is closed. */
  payable: bigint
  held: bigint
  refused: bigint
}

const nothing = (): Sums => ({ claims: 0, claimed: 0n, payable: 0n, held: 0n, refused: 0n })

/** By kind, from the labels. A charge within the period of an open case of its unit is held. */
export async function sumUp(network: Network, claims: Iterable<Claim>): Promise<Map<string, Sums>> {
  const [charges, cases] = await network.db.snapshot(async (session) => [
    await session.rows(sql<Pick<ChargeRow, 'offer_id' | 'action' | 'received_at'>>`
      select offer_id, action, received_at from charge`),
    await openCases(session),
  ])
  const chargedAt = new Map<string, Instant>(
    charges.map((row) => [`${row.offer_id.replaceAll('-', '')} ${row.action}`, row.received_at]),
  )
  const sums = new Map<string, Sums>()
  for (const { kind, offerId, action, mediumId, priceMicros } of claims) {
    const sum = sums.get(kind) ?? nothing()
    sums.set(kind, sum)
    const at = chargedAt.get(`${offerId} ${action}`)
    const isHeld = (time: Instant) =>
      cases.some((open) => open.mediumId === mediumId && open.from <= time && time <= open.to)
    sum.claims += 1
    sum.claimed += priceMicros
    if (at === undefined) sum.refused += priceMicros
    else if (isHeld(at)) sum.held += priceMicros
    else sum.payable += priceMicros
  }
  return sums
}

export const total = (sums: Iterable<Sums>): Sums => {
  const all = nothing()
  for (const sum of sums) {
    all.claims += sum.claims
    for (const part of ['claimed', 'payable', 'held', 'refused'] as const) all[part] += sum[part]
  }
  return all
}

/** 0 to 1; 0 of nothing. */
const share = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 1_000_000n) / whole) / 1_000_000

const percent = (value: number): string => `${(value * 100).toFixed(2)} %`

function row(name: string, sum: Sums): string {
  const krw = Math.round(Number(sum.claimed / 1_000_000n)).toLocaleString('en')
  const parts = [sum.payable, sum.held, sum.refused].map((part) => percent(share(part, sum.claimed)))
  return [
    name.padEnd(16),
    String(sum.claims).padStart(8),
    krw.padStart(12),
    ...parts.map((part) => part.padStart(10)),
  ].join(' ')
}

export interface Bar {
  name: string
  share: number
  max: number
}

export function barsOf(sums: ReadonlyMap<string, Sums>): Bar[] {
  const honest = sums.get('honest') ?? nothing()
  const fraud = total([...sums].filter(([kind]) => kind !== 'honest').map(([, sum]) => sum))
  return [
    { name: 'fraudulent KRW payable', share: share(fraud.payable, fraud.claimed), max: 0.01 },
    { name: 'honest KRW refused', share: share(honest.refused, honest.claimed), max: 0.001 },
    { name: 'honest KRW held', share: share(honest.held, honest.claimed), max: 0.01 },
  ]
}

export function table(sums: ReadonlyMap<string, Sums>): string {
  const fraud = [...sums].filter(([kind]) => kind !== 'honest').sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = [
    `${'kind'.padEnd(16)} ${'claims'.padStart(8)} ${'KRW'.padStart(12)} ${'payable'.padStart(10)} ${'held'.padStart(10)} ${'refused'.padStart(10)}`,
    ...fraud.map(([kind, sum]) => row(kind, sum)),
    row('all fraud', total(fraud.map(([, sum]) => sum))),
    row('honest', sums.get('honest') ?? nothing()),
    ...barsOf(sums).map(
      ({ name, share: found, max }) =>
        `${name}: ${percent(found)}, at most ${percent(max)}: ratio ${(found / max).toFixed(2)}, ${found <= max ? 'met' : 'MISSED'}`,
    ),
  ]
  return lines.join('\n')
}
