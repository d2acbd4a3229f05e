import {
  type AppId,
  type CustomerId,
  instant,
  type Millionths,
  micros,
  noMoney,
  split,
  won,
} from '@voltline/kernel'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../testing/database.ts'
import { Database, type Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  balanceOf,
  cashOf,
  lockBalance,
  network,
  outside,
  reservedOf,
  revenueOf,
  voltsOf,
} from './account.ts'
import { foldLedger } from './fold.ts'
import { post, type Transfer } from './ledger.ts'
import { proveBooks } from './proof.ts'

const own = useFreshDatabase()
const now = instant(Date.parse('2026-11-03T00:00:00Z'))
const networkShare = 200_000 as Millionths
let db: Database
let advertiser: CustomerId
let publisher: CustomerId
let appId: AppId
let made = 0

beforeAll(() => {
  db = new Database({ url: own.url, connectionsMax: 12, statementMsMax: 30_000, onLost: () => {} })
})
afterAll(() => db.close())

async function customer(tx: Tx, type: 'ADVERTISER' | 'PUBLISHER'): Promise<CustomerId> {
  made += 1
  const email = `${made}@company.test`
  return tx.one(
    (row) => row.customer_id,
    sql<{ customer_id: CustomerId }>`
    insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                          postback_secret, registered_at, updated_at)
    values (${type}, ${email}, ${email}, '', 'A', 'B', 'C', 'UTC', '', ${new Date(now)}, ${new Date(now)})
    returning customer_id`,
  )
}

/** Every test has an advertiser, a publisher and an app of its own. */
beforeEach(async () => {
  await db.transaction(async (tx) => {
    advertiser = await customer(tx, 'ADVERTISER')
    publisher = await customer(tx, 'PUBLISHER')
    appId = await tx.one(
      (row) => row.app_id,
      sql<{ app_id: AppId }>`
      insert into app (customer_id, name, platform, store_url, registered_at, updated_at)
      values (${publisher}, 'App', 'AOS', ${`https://play.google.com/${publisher}`}, ${new Date(now)}, ${new Date(now)})
      returning app_id`,
    )
  })
})

const credit = (amount: bigint, key = `credit-${advertiser}`): Transfer => ({
  key,
  kind: 'CREDIT',
  from: outside,
  to: [[cashOf(advertiser), micros(amount)]],
  at: now,
})

const charge = (price: bigint, key: string): Transfer => {
  const share = split(micros(price), networkShare)
  return {
    key,
    kind: 'CHARGE',
    from: cashOf(advertiser),
    to: [
      [revenueOf(publisher), share.publisher],
      [voltsOf(appId), share.user],
      [network, share.network],
    ],
    at: now,
  }
}

const postAll = (transfers: Transfer[]) => db.transaction((tx) => post(tx, transfers))
const balances = () =>
  db.read(async (session) => ({
    cash: await balanceOf(session, cashOf(advertiser)),
    revenue: await balanceOf(session, revenueOf(publisher)),
    volts: await balanceOf(session, voltsOf(appId)),
  }))
const proof = () => db.transaction(proveBooks)
const sound = { sumMicros: 0n, wrongBalances: 0, unbalancedTransfers: 0 }

describe('post', () => {
  test('moves a price in shares that add up, and the books stay at zero', async () => {
    await postAll([credit(won(1_000))])
    await postAll([charge(won(500), `c-${advertiser}`)])
    expect(await balances()).toEqual({ cash: won(500), revenue: won(350), volts: won(50) })
    expect(await proof()).toMatchObject(sound)
  })

  test('posts nothing for a key that was posted before, in the same batch or in a later one', async () => {
    const key = `c-${advertiser}`
    await postAll([credit(won(1_000))])
    expect([...(await postAll([charge(won(100), key)])).keys()]).toEqual([key])
    expect(await postAll([charge(won(100), key)])).toEqual(new Map())
    const posted = await postAll([charge(won(100), key), charge(won(100), `${key}-2`)])
    expect([...posted.keys()]).toEqual([`${key}-2`])
    expect((await balances()).cash).toBe(won(800))
    expect(await proof()).toMatchObject(sound)
  })

  test('the same transfer sent twenty times at once is posted once', async () => {
    await postAll([credit(won(1_000))])
    const results = await Promise.all(
      Array.from({ length: 20 }, () => postAll([charge(won(100), `c-${advertiser}`)])),
    )
    expect(results.filter((keys) => keys.size === 1)).toHaveLength(1)
    expect((await balances()).cash).toBe(won(900))
  })

  test('a balance never falls below zero: the whole transaction is rolled back', async () => {
    await postAll([credit(won(100))])
    await expect(
      postAll([charge(won(60), `a-${advertiser}`), charge(won(60), `b-${advertiser}`)]),
    ).rejects.toThrow()
    expect(await balances()).toEqual({ cash: won(100), revenue: noMoney, volts: noMoney })
    await expect(
      db.transaction(async (tx) => {
        await tx.run(sql`update ledger_account set balance_micros = -1 where kind = 'CASH'`)
      }),
    ).rejects.toThrow('ledger_account')
    expect(await proof()).toMatchObject(sound)
  })

  test('negative shares and transfers of nothing are faults', async () => {
    const to = (amount: bigint): Transfer => ({ ...credit(1n), to: [[cashOf(advertiser), micros(amount)]] })
    await expect(postAll([to(-1n)])).rejects.toThrow('not negative')
    await expect(postAll([to(0n)])).rejects.toThrow('moves money')
    await expect(
      postAll([
        {
          ...credit(1n),
          to: [
            [cashOf(advertiser), micros(5n)],
            [network, micros(-5n)],
          ],
        },
      ]),
    ).rejects.toThrow('not negative')
    expect(await balances()).toMatchObject({ cash: noMoney })
  })

  test('shares of 0 leave no entry', async () => {
    await postAll([credit(10n)])
    await postAll([charge(1n, `tiny-${advertiser}`)])
    expect(await balances()).toEqual({ cash: 9n, revenue: noMoney, volts: noMoney })
    const entries = await db.read((session) =>
      session.rows(sql`
        select amount_micros from ledger_entry join ledger_transfer using (transfer_id)
         where key = ${`tiny-${advertiser}`} order by amount_micros`),
    )
    expect(entries).toEqual([{ amount_micros: -1n }, { amount_micros: 1n }])
  })

  test('sums over 2^53 micros are exact', async () => {
    const large = 2n ** 53n
    await postAll([
      credit(large, `l1-${advertiser}`),
      credit(1n, `l2-${advertiser}`),
      credit(large, `l3-${advertiser}`),
    ])
    expect((await balances()).cash).toBe(18_014_398_509_481_985n)
    await postAll([charge(3n, `l4-${advertiser}`)])
    expect((await balances()).cash).toBe(18_014_398_509_481_982n)
    expect(await proof()).toMatchObject(sound)
  })

  test('a payout is reserved, released or paid, and a correction names what it corrects', async () => {
    await postAll([credit(won(1_000))])
    await postAll([charge(won(1_000), `c-${advertiser}`)])
    const move = (
      key: string,
      kind: Transfer['kind'],
      from: Transfer['from'],
      to: Transfer['from'],
    ): Transfer => ({
      key: `${key}-${advertiser}`,
      kind,
      from,
      to: [[to, won(700)]],
      at: now,
    })
    await postAll([move('request', 'PAYOUT_REQUEST', revenueOf(publisher), reservedOf(publisher))])
    await postAll([move('release', 'PAYOUT_RELEASE', reservedOf(publisher), revenueOf(publisher))])
    await postAll([move('request-2', 'PAYOUT_REQUEST', revenueOf(publisher), reservedOf(publisher))])
    await postAll([move('paid', 'PAYOUT_PAID', reservedOf(publisher), outside)])
    const charged = await db.read((session) =>
      session.one(
        (row) => row.transfer_id,
        sql<{
          transfer_id: bigint
        }>`select transfer_id from ledger_transfer where key = ${`c-${advertiser}`}`,
      ),
    )
    await postAll([
      {
        key: `fix-${advertiser}`,
        kind: 'CORRECTION',
        from: network,
        to: [[cashOf(advertiser), won(10)]],
        at: now,
        corrects: charged,
        reason: 'charged in error',
      },
    ])
    expect(await balances()).toMatchObject({ cash: won(10), revenue: noMoney })
    expect(await proof()).toMatchObject(sound)
  })
})

describe('many at once', () => {
  test('32 senders of charges that the cash covers ten times over spend exactly the cash', async () => {
    await postAll([credit(won(1_000))])
    const spend = (index: number) =>
      db.transaction(async (tx) => {
        const left = await lockBalance(tx, cashOf(advertiser))
        if (left < won(100)) return 'too late'
        await post(tx, [charge(won(100), `p-${advertiser}-${index}`)])
        return 'charged'
      })
    const results = await Promise.all(Array.from({ length: 32 }, (_, index) => spend(index)))
    expect(results.filter((result) => result === 'charged')).toHaveLength(10)
    expect(await balances()).toEqual({ cash: noMoney, revenue: won(700), volts: won(100) })
    expect(await proof()).toMatchObject(sound)
  })

  test('batches that touch the same accounts in different orders never deadlock', async () => {
    const other = await db.transaction((tx) => customer(tx, 'ADVERTISER'))
    const give = (to: CustomerId, key: string): Transfer => ({
      ...credit(1n, key),
      to: [[cashOf(to), micros(1n)]],
    })
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const pair = [give(advertiser, `x-${advertiser}-${index}`), give(other, `y-${advertiser}-${index}`)]
        return postAll(index % 2 ? pair : pair.reverse())
      }),
    )
    expect(await db.read((session) => balanceOf(session, cashOf(other)))).toBe(40n)
  })

  test('random batches of charges and replays keep the books at zero', async () => {
    await postAll([credit(2n ** 50n)])
    let batch = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 0, max: 30 })), {
          minLength: 1,
          maxLength: 20,
        }),
        async (charges) => {
          batch += 1
          // The same key may come several times, in one batch or over several: only its first price counts.
          await postAll(
            charges.map(([price, key]) => charge(price, `r-${advertiser}-${Math.floor(batch / 5)}-${key}`)),
          )
          const found = await proof()
          return found.sumMicros === 0n && found.wrongBalances === 0 && found.unbalancedTransfers === 0
        },
      ),
      { numRuns: 40 },
    )
  })
})

const fold = () => db.transaction(foldLedger)
const nothingToFold = () => db.transaction((tx) => tx.rows(sql`select 1 from ledger_unfolded`))

describe('folding', () => {
  test('changes no balance, and done twice or by two at once it adds nothing', async () => {
    await postAll([credit(won(1_000))])
    await postAll([charge(won(500), `f-${advertiser}`)])
    const before = await balances()
    expect(before).toEqual({ cash: won(500), revenue: won(350), volts: won(50) })
    await Promise.all([fold(), fold()])
    await fold()
    expect(await nothingToFold()).toEqual([])
    expect(await balances()).toEqual(before)
    expect(await proof()).toMatchObject(sound)
  })

  test('money that was just earned can be taken before it is folded, and no won more', async () => {
    await postAll([credit(won(1_000))])
    await postAll([charge(won(500), `t-${advertiser}`)])
    const take = (amount: bigint): Transfer => ({
      ...credit(1n, `take-${advertiser}-${amount}`),
      from: revenueOf(publisher),
      to: [[reservedOf(publisher), micros(amount)]],
    })
    await expect(postAll([take(won(350) + 1n)])).rejects.toThrow('ledger_account')
    await postAll([take(won(350))])
    expect((await balances()).revenue).toBe(noMoney)
    await fold()
    expect((await balances()).revenue).toBe(noMoney)
    expect(await proof()).toMatchObject(sound)
  })

  test('payouts, charges and folds of the same accounts at once never deadlock and lose no won', async () => {
    await postAll([credit(won(10_000))])
    const earn = (index: number) => postAll([charge(won(100), `e-${advertiser}-${index}`)])
    await Promise.all(Array.from({ length: 10 }, (_, index) => earn(index)))
    const take = (index: number) =>
      db.transaction(async (tx) => {
        if ((await lockBalance(tx, revenueOf(publisher))) < won(70)) return
        await post(tx, [
          {
            ...credit(1n, `x-${advertiser}-${index}`),
            from: revenueOf(publisher),
            to: [[reservedOf(publisher), won(70)]],
          },
        ])
      })
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 3 === 0 ? fold() : index % 3 === 1 ? take(index) : earn(100 + index),
      ),
    )
    const reserved = await db.read((session) => balanceOf(session, reservedOf(publisher)))
    expect(reserved).toBe(won(700))
    expect((await balances()).revenue).toBe(won(20 * 70 - 700))
    expect(await proof()).toMatchObject(sound)
  })
})

describe('history', () => {
  test('the program’s role can neither edit nor delete what was posted', async () => {
    await postAll([credit(won(1))])
    for (const statement of [
      sql`update ledger_transfer set reason = 'x'`,
      sql`delete from ledger_transfer`,
      sql`update ledger_entry set amount_micros = 1`,
      sql`delete from ledger_entry`,
      sql`truncate ledger_entry, ledger_transfer`,
      sql`update audit set action = 'x'`,
      sql`delete from audit`,
      sql`update revenue_month set revenue_micros = 0`,
      sql`alter table ledger_entry disable trigger all`,
    ]) {
      await expect(db.transaction((session) => session.run(statement))).rejects.toThrow(
        /permission denied|must be owner/,
      )
    }
  })

  test('the proof of the books finds a balance and a transfer that were tampered with', async () => {
    await postAll([credit(won(5))])
    await db.asOwner(async (session) => {
      await session.run(sql`
        update ledger_account set balance_micros = balance_micros + 1 where kind = 'CASH' and customer_id = ${advertiser}`)
      await session.run(sql`
        update ledger_entry set amount_micros = amount_micros + 1
         where entry_id = (select min(entry_id) from ledger_entry)`)
    })
    const found = await proof()
    expect(found.sumMicros).not.toBe(0n)
    expect(found.wrongBalances).toBeGreaterThan(0)
    expect(found.unbalancedTransfers).toBe(1)
  })
})
