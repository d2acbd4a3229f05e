import { type Instant, instant, type Micros, minute, noMoney, type OperatorId, won } from '@voltline/kernel'
import { beforeEach, expect, test } from 'vitest'
import { balanceOf, cashOf, revenueOf } from '../../server/src/domain/ledger/account.ts'
import { payableAndHeld } from '../../server/src/domain/payout/payable.ts'
import { findCase } from '../../server/src/domain/quality/cases/case-store.ts'
import { decideCase, openAndTell } from '../../server/src/domain/quality/cases/decide-case.ts'
import { figuresOf } from '../../server/src/domain/quality/cases/figures.ts'
import type { Period } from '../../server/src/domain/quality/cases/period.ts'
import { at, sql } from '../../server/src/platform/database/sql.ts'
import { Secrets } from '../../server/src/platform/secrets.ts'
import { foldBooks } from '../../server/src/worker/fold.ts'
import { closeMonths } from '../../server/src/worker/month-close.ts'
import { BillingWorld, type TestAd } from './world.ts'

let world: BillingWorld
let operator: OperatorId
let ad: TestAd

beforeEach(async () => {
  world = await BillingWorld.make()
  const [row] = await world.rows(sql<{ operator_id: OperatorId }>`
    insert into operator (email, email_key, password_hash, admin_group, registered_at)
    values ('o@x.test', 'o@x.test', '', 'ADMINISTRATORS', ${at(world.now)}) returning operator_id`)
  if (!row) throw new Error('The operator was not made.')
  operator = row.operator_id
  ad = await world.ad({ billingType: 'CPC' })
  return () => world.end()
})

const services = {
  secrets: new Secrets('a secret key that is only for tests and never elsewhere'),
  settings: { publicUrl: 'http://voltline.test' },
}

const open = (period: Period): Promise<number> =>
  world.db.transaction(async (tx) => {
    const { medium: mediumId, publisher, now } = world
    const opening = { mediumId, publisher, ...period, signals: [], reason: 'odd', by: operator, now }
    return (await openAndTell(tx, services, opening)).id
  })

const decide = (id: number, status: 'CONFIRMED' | 'RELEASED') =>
  world.db.transaction((tx) =>
    decideCase(tx, services, id, { status, reason: 'decided', by: operator, now: world.now }),
  )

const amountOf = async (id: number): Promise<Micros | undefined> =>
  world.db.read(async (session) => {
    const found = await findCase(session, id)
    if (!found) return undefined
    return found.figures?.amountMicros ?? (await figuresOf(session, [found])).get(id)?.amountMicros
  })

const payable = () => world.db.read((session) => payableAndHeld(session, world.publisher))
const revenue = () => world.db.read((session) => balanceOf(session, revenueOf(world.publisher)))

/** A click of 100 won, so 70 won of revenue, at each of these instants. */
async function clicksAt(...times: readonly number[]): Promise<void> {
  for (const [index, time] of times.entries()) {
    world.now = instant(time)
    await world.send(world.offer(ad, won(100), `device ${index}`), 'IMPRESSION', 'CLICK')
  }
  await world.pass()
}

async function closeNovember(): Promise<void> {
  world.now = instant(Date.parse('2026-12-01T00:10:00Z'))
  await world.pass()
  await closeMonths({ db: world.db, clock: world.clock })
}

const start = instant(Date.parse('2026-11-15T03:07:00Z'))
const minutes = (count: number): Instant => instant(start + count * minute)

test('what an open case covers is revenue, not payable, and both ends of its period are included to the millisecond', async () => {
  await clicksAt(start, start + 1, minutes(20), minutes(100), minutes(100) + 1)
  const id = await open({ from: instant(start + 1), to: minutes(100) })
  expect(await amountOf(id)).toBe(won(210))
  expect(await revenue()).toBe(won(350))
  expect(await payable()).toEqual({ payableMicros: noMoney, heldMicros: noMoney })
  await closeNovember()
  expect(await payable()).toEqual({ payableMicros: won(140), heldMicros: won(210) })
  await foldBooks({ db: world.db })
  expect(await payable()).toEqual({ payableMicros: won(140), heldMicros: won(210) })
  expect(await decide(id, 'RELEASED')).toMatchObject({ ok: true, value: { corrected: { charges: 0 } } })
  expect(await payable()).toEqual({ payableMicros: won(350), heldMicros: noMoney })
  expect(await amountOf(id)).toBe(won(210))
  expect(await world.booksAreRight()).toBe(true)
})

test('a charge is held once, however many cases cover it', async () => {
  await clicksAt(start, minutes(20), minutes(40))
  const first = await open({ from: start, to: minutes(20) })
  const second = await open({ from: minutes(10), to: minutes(60) })
  await open({ from: minutes(15), to: minutes(25) })
  await closeNovember()
  expect(await payable()).toEqual({ payableMicros: noMoney, heldMicros: won(210) })
  await decide(second, 'RELEASED')
  expect(await payable()).toEqual({ payableMicros: won(70), heldMicros: won(140) })
  await decide(first, 'CONFIRMED')
  // The third case covers the click that was corrected with the first.
  expect(await payable()).toEqual({ payableMicros: won(70), heldMicros: noMoney })
  expect(await revenue()).toBe(won(70))
  expect(await world.booksAreRight()).toBe(true)
})

test('a confirmed case gives the advertiser everything back once, however many confirm at once', async () => {
  await clicksAt(start, minutes(20), minutes(40))
  const cash = () => world.db.read((session) => balanceOf(session, cashOf(ad.advertiser)))
  const before = await cash()
  const id = await open({ from: start, to: minutes(20) })
  const results = await Promise.all([
    decide(id, 'CONFIRMED'),
    decide(id, 'CONFIRMED'),
    decide(id, 'RELEASED'),
    decide(id, 'CONFIRMED'),
  ])
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  const [row] = await world.rows(
    sql<{ status: string }>`select status from quality_case where case_id = ${id}`,
  )
  const isConfirmed = row?.status === 'CONFIRMED'
  expect(await cash()).toBe(before + (isConfirmed ? won(200) : noMoney))
  expect(await revenue()).toBe(isConfirmed ? won(70) : won(210))
  expect(await amountOf(id)).toBe(won(140))
  expect(await world.booksAreRight()).toBe(true)
})

test('a case confirmed before its month closes leaves the month without it; one confirmed after takes it from the payable sum', async () => {
  await clicksAt(start, minutes(20), minutes(40))
  const early = await open({ from: start, to: start })
  const late = await open({ from: minutes(20), to: minutes(20) })
  await decide(early, 'CONFIRMED')
  await closeNovember()
  expect(await payable()).toEqual({ payableMicros: won(70), heldMicros: won(70) })
  await decide(late, 'CONFIRMED')
  expect(await payable()).toEqual({ payableMicros: won(70), heldMicros: noMoney })
  expect(await revenue()).toBe(won(70))
  expect(await world.booksAreRight()).toBe(true)
})

test('a decision that fails leaves the case open and the money where it was', async () => {
  await clicksAt(start)
  const id = await open({ from: start, to: start })
  const died = world.db.transaction(async (tx) => {
    await decideCase(tx, services, id, { status: 'CONFIRMED', reason: 'x', by: operator, now: world.now })
    throw new Error('The process dies before the commit.')
  })
  await expect(died).rejects.toThrow('dies')
  expect(await revenue()).toBe(won(70))
  expect(await decide(id, 'CONFIRMED')).toMatchObject({
    ok: true,
    value: { corrected: { charges: 1, priceMicros: won(100) } },
  })
  expect(await revenue()).toBe(noMoney)
  expect(await decide(id, 'CONFIRMED')).toMatchObject({ ok: false, error: 'UNKNOWN' })
  expect(await world.booksAreRight()).toBe(true)
})
