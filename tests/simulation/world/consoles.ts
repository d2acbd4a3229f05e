import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPrefix, type Call, type Sent } from '@voltline/contract'
import { assert, type Clock, type CustomerId, type Instant, type OperatorId } from '@voltline/kernel'
import { createConsole } from '../../../server/src/console/console.ts'
import { openSession } from '../../../server/src/domain/account/session/store.ts'
import type { EventReader } from '../../../server/src/domain/events/event-reader.ts'
import { Database, type ReadSession, type Tx } from '../../../server/src/platform/database/database.ts'
import { at, type Query, sql } from '../../../server/src/platform/database/sql.ts'
import { openFiles } from '../../../server/src/platform/files/open.ts'
import { makeLog } from '../../../server/src/platform/log.ts'
import type { Secrets } from '../../../server/src/platform/secrets.ts'
import { readSettings } from '../../../server/src/platform/settings.ts'

type ConsoleApp = Awaited<ReturnType<typeof createConsole>>
export type Actor = { customerId: CustomerId } | { operatorId: OperatorId }

interface OpenSession {
  id: bigint
  openedAt: Instant
  headers: Record<string, string>
}

export const secretKey = 'a secret key that is only for tests and never elsewhere'

export interface ConsoleServices {
  db: Database
  clock: Clock
  secrets: Secrets
  eventReader: EventReader
}

const renewMs = 5 * 3_600_000
/** The lowest application for a payout, in won. */
export const payoutMinWon = 50

const settings = () =>
  readSettings({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://unused/unused',
    DATA_DIR: process.env.SIMULATION_FILES ?? join(tmpdir(), 'voltline-simulation'),
    SECRET_KEY: secretKey,
    PUBLIC_URL: 'http://ads.voltline.test',
    DEMO: '0',
    HUMAN_CHECK: 'test',
    RATE_LIMITS: '0',
    MIN_PAYOUT: String(payoutMinWon),
  })

/** The database of the seed that runs now. */
class CurrentDatabase extends Database {
  constructor() {
    super({ url: 'postgres://unused/unused', connectionsMax: 2, statementMsMax: 1, onLost: () => {} })
  }

  override transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return current().db.transaction(work)
  }

  override read<T>(work: (session: ReadSession) => Promise<T>): Promise<T> {
    return current().db.read(work)
  }

  override snapshot<T>(work: (session: ReadSession) => Promise<T>): Promise<T> {
    return current().db.snapshot(work)
  }

  override statement<R extends object>(query: Query<R>, msMax: number): Promise<R[]> {
    return current().db.statement(query, msMax)
  }
}

/** What the consoles last logged as an error, so that a failed call says why. */
let lastFault = ''
const faultLog = () =>
  makeLog('error', {
    write(line) {
      lastFault = line
    },
  })

let running: ConsoleServices | undefined
let app: Promise<ConsoleApp> | undefined

function current(): ConsoleServices {
  assert(running, 'a seed runs')
  return running
}

/** Made once for all seeds of a process, because it takes longer than a seed. It keeps nothing of a seed. */
async function makeApp(): Promise<ConsoleApp> {
  const log = faultLog()
  const read = settings()
  return createConsole({
    ...{ settings: read, log, files: await openFiles(read, log), secrets: current().secrets },
    db: new CurrentDatabase(),
    clock: { now: () => current().clock.now() },
    eventReader: current().eventReader,
  })
}

/** The consoles' real handlers, called without a socket, by customers and operators that are signed in. */
export class Consoles {
  readonly #services: ConsoleServices
  readonly #app: ConsoleApp
  readonly #sessions = new Map<string, OpenSession>()

  private constructor(services: ConsoleServices, app: ConsoleApp) {
    this.#services = services
    this.#app = app
  }

  static async open(services: ConsoleServices): Promise<Consoles> {
    running = services
    app ??= makeApp()
    return new Consoles(services, await app)
  }

  /** Returns the error code: SUCCESS, or why the call was refused. */
  async call<C extends Call>(
    actor: Actor,
    call: C,
    input: Sent<C>,
    headers: Record<string, string> = {},
  ): Promise<{ error: string; body: Record<string, unknown> }> {
    const session = await this.#session(actor)
    const reply = await this.#app.inject({
      method: 'POST',
      url: `${apiPrefix}${call.path}`,
      headers: { ...session.headers, ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify(input),
    })
    const body: Record<string, unknown> = JSON.parse(reply.body)
    if (reply.statusCode >= 500 || typeof body.error !== 'string') {
      throw new Error(`${call.path} answered ${reply.statusCode} ${reply.body}: ${lastFault}`)
    }
    return { error: body.error, body }
  }

  /** As after account/confirm-pw, without the hashing. */
  async confirmPassword(actor: Actor): Promise<void> {
    const { id } = await this.#session(actor)
    const now = at(this.#services.clock.now())
    await this.#services.db.transaction((tx) =>
      tx.run(sql`update session set password_confirmed_at = ${now} where session_id = ${id}`),
    )
  }

  async #session(actor: Actor): Promise<OpenSession> {
    const now = this.#services.clock.now()
    const id = 'customerId' in actor ? actor.customerId : actor.operatorId
    const key = `${'customerId' in actor ? 'customer' : 'operator'} ${id}`
    const open = this.#sessions.get(key)
    if (open && now >= open.openedAt && now - open.openedAt < renewMs) return open
    const opened = await this.#services.db.transaction((tx) => openSession(tx, actor, now))
    const headers = {
      authorization: `Bearer ${opened.accessToken}`,
      custid: String(id),
      sessionkey: opened.sessionKey,
    }
    const session = { id: opened.sessionId, openedAt: now, headers }
    this.#sessions.set(key, session)
    return session
  }
}
