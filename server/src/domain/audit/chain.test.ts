import { setTimeout as wait } from 'node:timers/promises'
import { type CustomerId, instant, type OperatorId } from '@voltline/kernel'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../testing/database.ts'
import { ProgramClock } from '../../platform/clock.ts'
import { connectionConfig } from '../../platform/database/connections/connection.ts'
import { Database, type Tx } from '../../platform/database/database.ts'
import { raw, sql } from '../../platform/database/sql.ts'
import { makeLog } from '../../platform/log.ts'
import { audit } from './audit.ts'
import { AuditChain, verifyChain } from './chain.ts'

const database = useFreshDatabase()
const clock = new ProgramClock(instant(Date.parse('2026-11-03T00:00:00Z')))
const log = makeLog('silent')
let db: Database

beforeAll(() => {
  db = new Database({ url: database.url, connectionsMax: 4, statementMsMax: 30_000, onLost: () => {} })
})
afterAll(() => db.close())

async function writeRows(count: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (let number = 1; number <= count; number++) {
      const actor =
        number % 3 === 0
          ? ('SYSTEM' as const)
          : number % 3 === 1
            ? { customerId: 70 as CustomerId }
            : { operatorId: 80 as OperatorId }
      const was = number % 2 === 0 ? undefined : { status: 'WAITING', reason: '서류 “흐림”' }
      const became = { status: 'COMPLETE', amount: 123_456 + number, list: [1, 'two', null, true] }
      await audit(tx, {
        actor,
        action: 'ad/ad/start',
        entity: 'ad',
        entityId: number,
        was,
        became,
        at: clock.now(),
      })
    }
  })
}

/** Runs until every row is chained. Autovacuum may delay it for a while. */
async function runUntilChained(chain: AuditChain): Promise<number> {
  let links = 0
  while ((await verify()).unchained > 0) {
    links += await chain.run()
    await wait(20)
  }
  return links
}

const chainAll = () => runUntilChained(new AuditChain({ db, clock, log }))

const verify = () => db.snapshot(verifyChain)

/** The same numbers every run, so that a failure can be reproduced. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const digits = '0123456789'
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')

/** The columns as text, with the type that a changed text is cast back to and the characters it may be changed to. */
const tampered = [
  ['audit_id', 'bigint', digits],
  ['at', 'timestamptz', digits],
  ['customer_id', 'integer', digits],
  ['operator_id', 'integer', digits],
  ['action', 'text', printable],
  ['entity', 'text', printable],
  ['entity_id', 'bigint', digits],
  ['was', 'jsonb', printable],
  ['became', 'jsonb', printable],
] as const

/** Changes one character of one column of one row, as somebody with the owner's rights would. */
async function tamper(owner: Tx, random: (below: number) => number): Promise<string | undefined> {
  const [column, type, alphabet] = tampered[random(tampered.length)] ?? tampered[0]
  const rows = await owner.rows(
    raw<{ id: string; text: string }>(
      `select audit_id::text as id, ${column}::text as text from audit where ${column} is not null order by audit.audit_id`,
    ),
  )
  const row = rows[random(rows.length)]
  const text = row?.text ?? ''
  const place = random(text.length)
  const character = alphabet[random(alphabet.length)] ?? 'x'
  const changed = text.slice(0, place) + character + text.slice(place + 1)
  if (changed === text) return undefined
  try {
    const touched = await owner.run({
      text: `update audit set ${column} = $1::text::${type} where audit_id = $2 and ${column}::text <> ($1::text::${type})::text`,
      values: [changed, row?.id],
    })
    return touched === 1 ? `${column} of ${row?.id}: ${text} became ${changed}` : undefined
  } catch {
    // Not a value of the column's type, or another row's number: nothing was changed.
    return undefined
  }
}

describe('the chain of audit rows', () => {
  test('1,000 of 1,000 single changed bytes are found', { timeout: 180_000 }, async () => {
    for (const count of [15, 25]) {
      await writeRows(count)
      await chainAll()
    }
    const seed = 20_261_103
    const random = randomFrom(seed)
    const missed: string[] = []
    let tries = 0
    await db.asOwner(async (owner) => {
      const run = (text: string) => owner.run({ text, values: [] })
      while (tries < 1_000) {
        await run('begin')
        const harm = await tamper(owner, random)
        if (harm !== undefined) {
          tries += 1
          if ((await verifyChain(owner)).findings.length === 0) missed.push(harm)
        }
        await run('rollback')
      }
    })
    expect(missed, `seed ${seed}`).toEqual([])
  })

  test('chains rows in batches, each to the previous one, and verifies', async () => {
    await writeRows(1_150)
    expect(await chainAll()).toBe(2)
    await writeRows(50)
    expect(await chainAll()).toBe(1)
    expect(await verify()).toMatchObject({ links: 5, rows: 1_240, unchained: 0, findings: [] })
    await writeRows(1)
    expect(await verify()).toMatchObject({ unchained: 1, findings: [] })
  })

  test('does not skip a row whose transaction is still open', async () => {
    const chain = new AuditChain({ db, clock, log })
    const holder = new pg.Client(connectionConfig(database.url, 'writer'))
    await holder.connect()
    await holder.query('begin')
    await holder.query(`insert into audit (at, action, entity) values ('2026-11-03Z', 'slow', 'ad')`)
    await writeRows(2)
    await chain.run()
    expect(await chain.run()).toBe(0)
    await holder.query('commit')
    await holder.end()
    expect(await runUntilChained(chain)).toBe(1)
    expect(await verify()).toMatchObject({ unchained: 0, findings: [] })
  })

  test('the program itself cannot change or remove what it has written', async () => {
    for (const statement of [
      `update audit set action = 'x'`,
      'delete from audit',
      'delete from audit_link',
    ]) {
      await expect(db.transaction((session) => session.run({ text: statement, values: [] }))).rejects.toThrow(
        /permission denied/,
      )
    }
  })

  test('a removed row, an inserted row, and a removed or changed link are found', async () => {
    const harms = [
      sql`delete from audit where audit_id = 500`,
      sql`insert into audit (audit_id, at, action, entity) overriding system value values (-5, '2026-11-03Z', 'x', 'y')`,
      sql`delete from audit_link where link_id = (select min(link_id) from audit_link)`,
      sql`delete from audit_link where link_id = 2`,
      sql`update audit_link set last_audit = last_audit - 1 where link_id = 2`,
      sql`update audit_link set hash = set_byte(hash, 3, (get_byte(hash, 3) + 1) % 256) where link_id = 2`,
    ]
    await db.asOwner(async (owner) => {
      for (const harm of harms) {
        await owner.run({ text: 'begin', values: [] })
        expect(await owner.run(harm), harm.text).toBe(1)
        expect((await verifyChain(owner)).findings, harm.text).not.toEqual([])
        await owner.run({ text: 'rollback', values: [] })
      }
      expect((await verifyChain(owner)).findings).toEqual([])
    })
  })
})
