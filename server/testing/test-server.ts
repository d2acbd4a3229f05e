import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { AdminGroup, CustomerType } from '@voltline/contract'
import {
  assert,
  type CustomerId,
  type Instant,
  instant,
  type Micros,
  type OperatorId,
  type Zone,
} from '@voltline/kernel'
import { afterAll, beforeAll } from 'vitest'
import { insertCustomer } from '../src/domain/account/customer-store.ts'
import { insertOperator } from '../src/domain/account/operator-store.ts'
import { type Owner, openSession } from '../src/domain/account/session/store.ts'
import { cashOf, outside } from '../src/domain/ledger/account.ts'
import { post } from '../src/domain/ledger/ledger.ts'
import { ProgramClock } from '../src/platform/clock.ts'
import { Database } from '../src/platform/database/database.ts'
import { sql } from '../src/platform/database/sql.ts'
import { listMail } from '../src/platform/mail/mail.ts'
import { hashPassword } from '../src/platform/passwords/passwords.ts'
import { randomToken, Secrets } from '../src/platform/secrets.ts'
import { readSettings, type Settings } from '../src/platform/settings.ts'
import { type Program, start } from '../src/program.ts'
import { Client, type TestCredentials } from './client.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

/** The password of every account that a test creates. */
export const testPassword = 'voltline-2026'
let testPasswordHash: Promise<string> | undefined
const hashOnce = () => {
  testPasswordHash ??= hashPassword(testPassword)
  return testPasswordHash
}

export const testSecretKey = 'a secret key that is only for tests and never elsewhere'
/** Links in mails start with this address, whatever port the server listens on. */
export const testPublicUrl = 'http://voltline.test'

export class CustomerClient extends Client {
  readonly id: CustomerId
  readonly email: string
  constructor(url: string, account: { id: CustomerId; email: string; credentials: TestCredentials }) {
    super(url, account.credentials)
    this.id = account.id
    this.email = account.email
  }
}

export class OperatorClient extends Client {
  readonly id: OperatorId
  readonly email: string
  constructor(url: string, account: { id: OperatorId; email: string; credentials: TestCredentials }) {
    super(url, account.credentials)
    this.id = account.id
    this.email = account.email
  }
}

export interface CustomerOptions {
  email?: string
  zone?: string
  company?: string
  /** Credited from outside, for advertisers. */
  cash?: Micros
}

export interface SentMail {
  to: string
  subject: string
  text: string
  html: string
  links: string[]
}

interface Running {
  program: Program
  settings: Settings
  database: FreshDatabase
  db: Database
  clock: ProgramClock
}

function testSettings(databaseUrl: string, environment: Readonly<Record<string, string>>): Settings {
  return readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'voltline-test-data-')),
    SECRET_KEY: testSecretKey,
    PUBLIC_URL: testPublicUrl,
    DEMO: '0',
    ROLES: 'web',
    HUMAN_CHECK: 'test',
    RATE_LIMITS: '0',
    ...(environment.NODE_ENV === 'production' ? {} : { TRAFFIC_RULES: '0' }),
    LOG_LEVEL: 'error',
    ...environment,
  })
}

/** The real program on a free port with its own database. See `useTestServer`. */
export class TestServer {
  #running: Running | undefined
  #made = 0
  readonly secrets = new Secrets(testSecretKey)

  async start(environment: Readonly<Record<string, string>>): Promise<void> {
    const database = await freshDatabase()
    const settings = testSettings(database.url, environment)
    this.#running = {
      program: await start(settings, () => {}),
      settings,
      database,
      db: new Database({ url: database.url, connectionsMax: 20, statementMsMax: 30_000, onLost: () => {} }),
      clock: new ProgramClock(settings.startsAt),
    }
    // The program's clock has run since its start; from now on both clocks agree.
    if (settings.startsAt !== undefined) await this.setClock(settings.startsAt)
  }

  async stop(): Promise<void> {
    if (!this.#running) return
    const { program, db, database, settings } = this.#running
    this.#running = undefined
    await program.stop()
    await db.close()
    await database.drop()
    rmSync(settings.dataDir, { recursive: true, force: true })
  }

  /** Stops the program and starts it again with the same data, on another port. */
  async restart(): Promise<void> {
    const now = this.now
    await this.#up.program.stop()
    this.#up.program = await start(this.#up.settings, () => {})
    await this.setClock(now)
  }

  get #up(): Running {
    assert(this.#running, 'the test server is up inside tests only')
    return this.#running
  }

  get url(): string {
    return `http://127.0.0.1:${new URL(this.#up.program.url).port}`
  }

  /** The server's database, through separate connections. */
  get db(): Database {
    return this.#up.db
  }

  /** The server's clock, as known to the test. */
  get now(): Instant {
    return this.#up.clock.now()
  }

  /** Sets the server's clock; it runs on from there. */
  async setClock(now: Instant | string): Promise<void> {
    const ms = typeof now === 'string' ? Date.parse(now) : now
    // The test's clock first, so that the server's clock is never ahead of it.
    this.#up.clock.set(instant(ms))
    const reply = await this.client().raw('/dev/clock', {
      method: 'POST',
      body: JSON.stringify({ now: new Date(ms).toISOString() }),
      headers: { 'content-type': 'application/json' },
    })
    assert(reply.status === 200, 'the clock can be set outside production')
  }

  async advance(ms: number): Promise<void> {
    await this.setClock(instant(this.now + ms))
  }

  /** A client that is signed out. */
  client(): Client {
    return new Client(this.url)
  }

  /** An address that nobody has used yet. */
  freshEmail(name = 'person'): string {
    this.#made += 1
    return `${name}-${this.#made}@company.test`
  }

  /** A customer with a live session, created without the sign-up mail. */
  async customer(type: CustomerType, options: CustomerOptions = {}): Promise<CustomerClient> {
    const email = options.email ?? this.freshEmail(type.toLowerCase())
    const passwordHash = await hashOnce()
    const { id, credentials } = await this.db.transaction(async (tx) => {
      const id = await insertCustomer(
        tx,
        {
          type,
          email,
          passwordHash,
          firstName: 'Mina',
          lastName: 'Kim',
          company: options.company ?? 'Company',
          zone: (options.zone ?? 'Asia/Seoul') as Zone,
          postbackSecret: this.secrets.seal('postback-secret', randomToken()),
        },
        this.now,
      )
      if (options.cash) {
        const credit = { key: `test-credit-${id}`, kind: 'CREDIT' as const, from: outside, at: this.now }
        await post(tx, [{ ...credit, to: [[cashOf(id), options.cash]] }])
      }
      const opened = await openSession(tx, { customerId: id }, this.now)
      return { id, credentials: { ...opened, custId: String(id) } }
    })
    return new CustomerClient(this.url, { id, email, credentials })
  }

  /** A new session of a customer, for tests that move the clock past the expiry of the old one. */
  async signInAgain(customer: CustomerClient): Promise<CustomerClient> {
    const { id, email } = customer
    const opened = await this.db.transaction((tx) => openSession(tx, { customerId: id }, this.now))
    return new CustomerClient(this.url, { id, email, credentials: { ...opened, custId: String(id) } })
  }

  /** An operator with a live session. */
  async operator(group: AdminGroup = 'ADMINISTRATORS', email?: string): Promise<OperatorClient> {
    const address = email ?? this.freshEmail('operator')
    const passwordHash = await hashOnce()
    const { id, credentials } = await this.db.transaction(async (tx) => {
      const id = await insertOperator(tx, { email: address, passwordHash, group }, this.now)
      const opened = await openSession(tx, { operatorId: id }, this.now)
      return { id, credentials: { ...opened, custId: String(id) } }
    })
    return new OperatorClient(this.url, { id, email: address, credentials })
  }

  /** The number of live sessions of an account. */
  liveSessions(owner: Owner): Promise<number> {
    const mine =
      'customerId' in owner ? sql`customer_id = ${owner.customerId}` : sql`operator_id = ${owner.operatorId}`
    return this.db.read((session) =>
      session.one(
        (row) => Number(row.count),
        sql<{ count: bigint }>`select count(*) as count from session where ${mine} and ended_at is null`,
      ),
    )
  }

  /** Resolves once a statement of the server waits for a lock that the test holds. */
  untilLockWait(): Promise<void> {
    // Only the owner of the tables sees what other connections wait for.
    return this.db.asOwner(async (session) => {
      const waiting = sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await session.rows(waiting)).length === 0) await wait(10)
    })
  }

  /** Mails to an address, newest first, sent or still queued. */
  async mailsTo(address: string): Promise<SentMail[]> {
    const filter = { to: address, rowsMax: 1_000 }
    const mails = await this.db.read((session) => listMail(session, this.secrets, filter))
    return mails.map(({ to, subject, text, html, links }) => ({ to, subject, text, html, links }))
  }
}

/**
 * A server for the tests of one file. The environment overrides the settings it is started with, such as `ROLES` or
 * `RATE_LIMITS`.
 */
export function useTestServer(environment: Readonly<Record<string, string>> = {}): TestServer {
  const server = new TestServer()
  beforeAll(() => server.start(environment))
  afterAll(() => server.stop())
  return server
}
