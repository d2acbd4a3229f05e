import { operatorDays, operatorToday } from '@voltline/contract'
import { hour, type Instant, instant, micros, minute, noMoney, second } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../../../../../testing/test-server.ts'
import { savePromisedFigures } from '../../../../domain/auction/promised/figures.ts'
import { healthOf } from '../../../../domain/reports/today.ts'
import { sql } from '../../../../platform/database/sql.ts'

const now = instant(Date.parse('2026-11-03T00:00:00Z'))
const ago = (ms: number): Instant => instant(now - ms)
const calm = {
  billedUntil: ago(second),
  oldestMail: undefined,
  oldestUnchained: undefined,
  lastLink: undefined,
}
const idle = { billing: undefined, fold: undefined, jobs: undefined }
const proof = {
  ...{ sumMicros: noMoney, wrongBalances: 0, unbalancedTransfers: 0, wrongCharges: 0, wrongVolts: 0 },
  ...{ accounts: 2, entries: 2, charges: 0 },
  at: ago(minute),
  by: 'WORKER' as const,
}
const beating = new Map(['web', 'delivery', 'billing', 'worker'].map((role) => [role, ago(10 * second)]))
const backedUp = { baseAt: ago(hour), walAt: ago(20 * second) }
const addresses = { reported: 1_000, addressed: 900, isProduction: true }
type Found = Parameters<typeof healthOf>[0]
const states = (
  found: Omit<Found, 'canEncodeVideo' | 'backup' | 'addresses'> &
    Partial<Pick<Found, 'backup' | 'addresses'>>,
  canEncodeVideo = true,
) =>
  Object.fromEntries(
    healthOf({ backup: backedUp, addresses, ...found, canEncodeVideo }, now).map(({ part, state }) => [
      part,
      state,
    ]),
  )

describe('health', () => {
  test('is good while every role beats, billing keeps up and nothing waits', () => {
    expect(new Set(Object.values(states({ pulses: beating, progress: calm, work: idle, proof })))).toEqual(
      new Set(['GOOD']),
    )
  })

  test('says that billing is late after 15 seconds, and folding and jobs after a minute', () => {
    const found = { pulses: beating, progress: calm, proof }
    const since = (waitedMs: number) => ({ billing: ago(waitedMs), fold: ago(waitedMs), jobs: ago(waitedMs) })
    expect(states({ ...found, work: since(15 * second) })).toMatchObject({ billing: 'GOOD', fold: 'GOOD' })
    expect(states({ ...found, work: since(16 * second) })).toMatchObject({ billing: 'LATE', jobs: 'GOOD' })
    expect(states({ ...found, work: since(61 * second) })).toMatchObject({ fold: 'LATE', jobs: 'LATE' })
  })

  test('says that TRUST_PROXY is probably wrong if most traffic in production comes from reserved addresses', () => {
    const found = { pulses: beating, progress: calm, work: idle, proof }
    const state = (seen: Partial<Found['addresses']>) =>
      states({ ...found, addresses: { ...addresses, ...seen } }).addresses
    expect(state({ addressed: 499 })).toBe('BAD')
    expect(state({ addressed: 500 })).toBe('GOOD')
    expect(state({ addressed: 0, reported: 99 })).toBe('GOOD')
    expect(state({ addressed: 0, isProduction: false })).toBe('GOOD')
  })

  test('says that the backup is missing, fails, or is too far behind', () => {
    const found = { pulses: beating, progress: calm, work: idle, proof }
    expect(states({ ...found, backup: undefined })).toMatchObject({ backup: 'NONE' })
    const failing = { ...backedUp, failingSince: ago(second) }
    expect(states({ ...found, backup: failing })).toMatchObject({ backup: 'BAD' })
    expect(states({ ...found, backup: { ...backedUp, walAt: ago(3 * minute) } })).toMatchObject({
      backup: 'LATE',
    })
    expect(states({ ...found, backup: { ...backedUp, baseAt: ago(27 * hour) } })).toMatchObject({
      backup: 'LATE',
    })
  })

  test('says that no video can be encoded', () => {
    expect(states({ pulses: beating, progress: calm, work: idle, proof }, false)).toMatchObject({
      video: 'BAD',
      mail: 'GOOD',
    })
  })

  test('distinguishes a role that nobody runs from one that stopped responding', () => {
    const pulses = new Map([['web', ago(2 * minute)]])
    expect(states({ pulses, progress: calm, work: idle, proof })).toMatchObject({
      web: 'LATE',
      delivery: 'NONE',
      billing: 'NONE',
      worker: 'NONE',
    })
  })

  test('detects stalled billing, mail and audit, and books that were not proved or do not add up', () => {
    const old = ago(10 * minute)
    const progress = { billedUntil: old, oldestMail: old, oldestUnchained: old, lastLink: old }
    const late = { ...proof, at: ago(3 * hour) }
    expect(states({ pulses: beating, progress, work: idle, proof: late })).toMatchObject({
      billing: 'LATE',
      mail: 'LATE',
      audit: 'LATE',
      books: 'LATE',
    })
    expect(
      states({ pulses: beating, progress, work: idle, proof: { ...proof, wrongBalances: 1 } }).books,
    ).toBe('BAD')
    expect(states({ pulses: beating, progress, work: idle, proof: undefined }).books).toBe('NONE')
  })
})

const server = useTestServer({ VOLTLINE_NOW: '2026-11-03T03:00:00Z' })

test('the first page sums up requests without tests and unknown units, no-serve reasons and invalid traffic, and shows the running roles', async () => {
  const reader = await server.operator('USERS')
  await server.db.transaction(async (session) => {
    await session.run(sql`
      insert into request_rollup
      select medium_id, day::date, answer, count, array_fill(0, array[95]) || count
        from (values (1, '2026-11-03', 'SUCCESS', 30), (2, '2026-11-03', 'SUCCESS', 45),
                     (2, '2026-11-03', 'AD_NOTFOUND', 25), (2, '2026-11-02', 'SUCCESS', 999),
                     (2, '2026-11-03', 'ADSERVER_TEST', 7), (0, '2026-11-03', 'UNKNOWN_MEDID', 3))
             as d(medium_id, day, answer, count)`)
    await session.run(sql`insert into no_serve_rollup values
      ('cash', 1, '2026-11-03', 4), ('cash', 2, '2026-11-03', 3), ('hour_off', 2, '2026-11-03', 9)`)
    await session.run(sql`insert into invalid_rollup values ('wrong_app', 0, '2026-11-03', 6)`)
    await savePromisedFigures(session, { promisedMicros: 1_500_000, utilisation: 0.999 }, now)
  })
  const reply = await reader.ok(operatorToday, {})
  expect(reply).toMatchObject({
    today: { Requests: 100, Served: 75, Invalid: 6, Spend: noMoney, Events: 0 },
    answers: [{ Reason: 'AD_NOTFOUND', Count: 25 }],
    promised: { Promised: micros(1_500_000n), Billable: 0, Unpaid: 0, Utilisation: 0.999 },
    noServe: [
      { Reason: 'hour_off', Count: 9 },
      { Reason: 'cash', Count: 7 },
    ],
  })
  const web = reply.health.find((part) => part.Part === 'web')
  expect(web).toMatchObject({ State: 'GOOD' })
  const { days } = await reader.ok(operatorDays, {})
  expect(days).toHaveLength(14)
  expect(days.at(-1)?.Day).toBe('2026-11-03')
})
