import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, day, type Instant, instant } from '@voltline/kernel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useFreshDatabase } from '../../testing/database.ts'
import { PostgresEventReader } from '../domain/events/postgres/postgres-event-reader.ts'
import { ProgramClock } from '../platform/clock.ts'
import { Database } from '../platform/database/database.ts'
import { at, sql } from '../platform/database/sql.ts'
import { diskStore } from '../platform/files/disk-store.ts'
import { cleanUp } from './clean-up.ts'

const own = useFreshDatabase()
const now = instant(Date.parse('2026-11-03T05:20:00Z'))
const folder = mkdtempSync(join(tmpdir(), 'voltline-test-clean-'))
let db: Database

beforeAll(() => {
  db = new Database({ url: own.url, connectionsMax: 3, statementMsMax: 5_000, onLost: () => {} })
})
afterAll(async () => {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

const daysAgo = (days: number): Instant => after(now, -days * day)

const addMessage = (name: string, closed: Instant | undefined) =>
  db.transaction((session) =>
    session.run(sql`
      insert into contact_message (name, email, company, mobile, message, received_at, closed_at)
      values (${name}, ${'mina@orchardlab.kr'}, ${''}, ${''}, ${'Hello'}, ${at(daysAgo(900))},
              ${closed === undefined ? null : at(closed)})`),
  )

const addTraces = (name: string, ended: Instant) =>
  db.transaction(async (session) => {
    await session.run(sql`
      insert into mail_token (token_hash, kind, email, email_key, issued_at, expires_at)
      values (${Buffer.from(name)}, ${'signup'}, ${name}, ${name}, ${at(ended)}, ${at(ended)})`)
    await session.run(sql`
      insert into verification_code (email_key, code_hash, issued_at, expires_at)
      values (${name}, ${Buffer.from(name)}, ${at(ended)}, ${at(ended)})`)
  })

const addMail = (name: string, sent: Instant) =>
  db.transaction((session) =>
    session.run(sql`
      insert into mail (recipient, subject, text, html, created_at, sent_at)
      values (${name}, ${'Hello'}, ${''}, ${''}, ${at(sent)}, ${at(sent)})`),
  )

const left = () =>
  db.read((session) =>
    session.many(
      (row) => row.name,
      sql<{ name: string }>`
      select name from contact_message
       union all select email from mail_token
       union all select email_key from verification_code
       union all select recipient from mail
       order by name`,
    ),
  )

test('personal data is kept as long as the privacy policy says, and no longer', async () => {
  await addMessage('message open', undefined)
  await addMessage('message closed lately', daysAgo(364))
  await addMessage('message closed long ago', daysAgo(366))
  await addTraces('trace young', daysAgo(6))
  await addTraces('trace old', daysAgo(8))
  await addMail('mail young', daysAgo(29))
  await addMail('mail old', daysAgo(31))
  const clock = new ProgramClock(now)
  const eventReader = new PostgresEventReader({ db, clock, partitions: 1 })
  await cleanUp({ db, eventReader, clock, store: diskStore(folder), settings: { eventDays: 30 } })
  expect(await left()).toEqual([
    'mail young',
    'message closed lately',
    'message open',
    'trace young',
    'trace young',
  ])
})
