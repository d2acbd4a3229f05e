import { setTimeout as wait } from 'node:timers/promises'
import { changeName, confirmPw, signin, signup } from '@voltline/contract'
import { assert, instant } from '@voltline/kernel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signupForm } from '../../../../testing/account-steps.ts'
import { Client } from '../../../../testing/client.ts'
import { useFreshDatabase } from '../../../../testing/database.ts'
import { ProgramProcess } from '../../../../testing/program-process.ts'
import { testPassword } from '../../../../testing/test-server.ts'
import { issueMailToken } from '../../../domain/account/mail-token/store.ts'
import { Database } from '../../../platform/database/database.ts'
import type { CustomerRow } from '../../../platform/database/rows.ts'
import { sql } from '../../../platform/database/sql.ts'

const database = useFreshDatabase()
let program: ProgramProcess
let db: Database

beforeAll(async () => {
  program = new ProgramProcess({ DATABASE_URL: database.url, LOG_LEVEL: 'info' })
  db = new Database({ url: database.url, connectionsMax: 5, statementMsMax: 30_000, onLost: () => {} })
  await program.start()
})
afterAll(async () => {
  await program.remove()
  await db.close()
})

/**
 * Enough for some calls to be done and some in progress when the program dies, and few enough for the queue of password
 * hashing.
 */
const atOnce = 8
const rounds = 2

type Outcome = 'done' | 'refused' | 'cut'

/**
 * Kills the program once the given number of calls is acknowledged, while the others run, and starts it again.
 * Returns how each call ended for its caller.
 */
async function killDuring(work: (() => Promise<boolean>)[], acknowledged: number): Promise<Outcome[]> {
  let done = 0
  let kill = () => {}
  const enough = new Promise<void>((resolve) => {
    kill = resolve
  })
  const running = work.map(async (call): Promise<Outcome> => {
    try {
      const succeeded = await call()
      done += 1
      if (done >= acknowledged) kill()
      return succeeded ? 'done' : 'refused'
    } catch {
      return 'cut'
    }
  })
  await enough
  await program.end('SIGKILL')
  const outcomes = await Promise.all(running)
  await program.start()
  return outcomes
}

/** The rows that a sign-up left in the database. */
async function traces(email: string) {
  const [row] = await db.read((session) =>
    session.rows(sql`
      select (select count(*) from customer where email_key = ${email})::int as accounts,
             (select count(*) from mail_token where email_key = ${email} and used_at is not null)::int as used,
             (select count(*) from audit a join customer c on c.customer_id = a.entity_id
               where a.action = 'account/signup' and c.email_key = ${email})::int as audits`),
  )
  return row
}

describe('kill -9', () => {
  test('STATE-01 during sign-up leaves every account complete or absent, and every acknowledged account complete', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < rounds; round += 1) {
      const emails = Array.from({ length: atOnce }, (_, index) => `crash-${round}-${index}@company.test`)
      const tokens = await db.transaction(async (tx) => {
        const issued = []
        for (const email of emails)
          issued.push(await issueMailToken(tx, { kind: 'signup', email }, instant(Date.now())))
        return issued
      })
      const client = new Client(program.url)
      const outcomes = await killDuring(
        tokens.map((token) => async () => (await client.call(signup, signupForm(token))).error === 'SUCCESS'),
        1 + round * 2,
      )
      const restarted = new Client(program.url)
      for (const [index, email] of emails.entries()) {
        const outcome = outcomes[index]
        assert(outcome && outcome !== 'refused', 'a valid form is not refused')
        seen.add(outcome)
        const found = await traces(email)
        const complete = { accounts: 1, used: 1, audits: 1 }
        const absent = { accounts: 0, used: 0, audits: 0 }
        expect([complete, absent]).toContainEqual(found)
        if (outcome === 'done') expect(found).toEqual(complete)
      }
      const last = emails.at(-1) ?? ''
      // A caller that was cut off tries again: either the account exists, or the same link still creates it.
      const retried = await restarted.call(signup, signupForm(tokens.at(-1) ?? ''))
      expect(['SUCCESS', 'INVALID_CONFTOKEN']).toContain(retried.error)
      expect((await restarted.call(signin, { email: last, pw: testPassword })).error).toBe('SUCCESS')
    }
    expect([...seen].sort()).toEqual(['cut', 'done'])
  }, 120_000)

  test('MYPAGE-15 during a my-page change leaves the old name or the new one, never half of each', async () => {
    const email = 'steady@company.test'
    const token = await db.transaction((tx) =>
      issueMailToken(tx, { kind: 'signup', email }, instant(Date.now())),
    )
    await new Client(program.url).ok(signup, signupForm(token))
    const seen = new Set<string>()
    for (let round = 0; round < rounds; round += 1) {
      const client = new Client(program.url)
      const { accessToken, user } = await client.ok(signin, { email, pw: testPassword })
      client.credentials = { accessToken, custId: String(user.CustID), sessionKey: user.SessionKey }
      await client.ok(confirmPw, { pw: testPassword })
      const names = Array.from({ length: 200 }, (_, index) => `Name${round}x${index}`)
      const outcomes = await killDuring(
        names.map(
          (name) => async () =>
            (await client.call(changeName, { firstName: name, lastName: name })).error === 'SUCCESS',
        ),
        1 + round * 20,
      )
      for (const outcome of outcomes) seen.add(outcome)
      const [row] = await db.read((session) =>
        session.rows(sql<Pick<CustomerRow, 'first_name' | 'last_name'> & { audited: string | null }>`
          select c.first_name, c.last_name,
                 (select a.became ->> 'firstName' from audit a
                   where a.action = 'account/change-name' and a.customer_id = c.customer_id
                   order by a.audit_id desc limit 1) as audited
            from customer c where c.email_key = ${email}`),
      )
      expect(row?.last_name === 'Kim' ? 'Mina' : row?.last_name).toBe(row?.first_name)
      if (row?.first_name !== 'Mina') expect(row?.audited).toBe(row?.first_name)
      const acknowledged = outcomes.filter((outcome) => outcome === 'done').length
      const [count] = await db.read((session) =>
        session.rows(sql<{ written: number }>`
          select count(*)::int as written from audit
           where action = 'account/change-name' and became ->> 'firstName' like ${`Name${round}x%`}`),
      )
      expect(count?.written).toBeGreaterThanOrEqual(acknowledged)
    }
    expect(seen.has('cut') && seen.has('done')).toBe(true)
  }, 120_000)
})

test('no password, token, code or key of any call is written to the log', async () => {
  const canary = 'Canary-2026!'
  const token = ['Y2FuYXJ5LXRva2VuLWZvci10ZXN0', 'cy1vbmx5LW5vdC1hLXNlY3JldA'].join('')
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${program.url}/api/v1/${path}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const before = program.output.length
  await post('account/signin', { email: 'steady@company.test', pw: canary })
  await post('account/signin', `{"email":"steady@company.test","pw":"${canary}"`)
  await post('account/reset-password', { token, pw: canary })
  await post('account/signup', { ...signupForm(token), pw: canary })
  await post('account/signin-check', { accessToken: token })
  await post('account/ad-my-page', {}, { authorization: `Bearer ${token}`, custid: '1', sessionkey: token })
  await fetch(`${program.url}/?type=findpw&token=${token}`)
  await fetch(`${program.url}/api/v1/nothing?token=${token}&pw=${canary}`)
  await post('error/logger', {
    config: { url: `/x?token=${token}`, data: { pw: canary }, params: { token } },
    response: { data: { accessToken: token }, status: 500, statusText: 'x' },
    message: `{"pw":"${canary}"} {"level":60,"msg":"forged line"}\n{"level":60}`,
    stack: `at https://ads.test/?token=${token}`,
  })
  while (!program.output.slice(before).includes('a browser reported an error')) await wait(20)
  const written = program.output.slice(before)
  expect(written).toContain('account/signin')
  for (const secret of [canary, token]) expect(written).not.toContain(secret)
  for (const line of written.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
})
