import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { adminSignin } from '@voltline/contract'
import { type CustomerId, instant, micros } from '@voltline/kernel'
import { insertOperator } from '../../server/src/domain/account/operator-store.ts'
import { outside, revenueOf } from '../../server/src/domain/ledger/account.ts'
import { post } from '../../server/src/domain/ledger/ledger.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import { at, sql } from '../../server/src/platform/database/sql.ts'
import { hashPassword } from '../../server/src/platform/passwords/passwords.ts'
import { runningDatabase } from '../../server/src/platform/postgres/running.ts'
import { Client } from '../../server/testing/client.ts'
import { makeDatabaseFolder } from '../../server/testing/database-folder.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { password } from '../support/program.ts'

const root = join(import.meta.dirname, '../..')
const startMsMax = 120_000
export const operatorEmail = 'desk@voltline.test'

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

/** A separate program with its own clock and an empty database, for tests that move the clock. */
export class OwnServer {
  readonly #child: ChildProcess
  readonly #dataDir: string
  readonly #db: Database
  readonly url: string

  private constructor(running: { child: ChildProcess; dataDir: string; db: Database; url: string }) {
    this.#child = running.child
    this.#dataDir = running.dataDir
    this.#db = running.db
    this.url = running.url
  }

  /** The settings override the defaults below. */
  static async start(now: string, settings: Record<string, string> = {}): Promise<OwnServer> {
    const dataDir = makeDatabaseFolder('voltline-own-')
    const port = await freePort()
    const url = `http://localhost:${port}`
    const child = spawn(join(root, 'node_modules/.bin/node'), ['server/src/main.ts'], {
      cwd: root,
      stdio: 'ignore',
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO: '0',
        // Without the worker, which would close the months that a test writes itself.
        ROLES: 'web,delivery',
        HUMAN_CHECK: 'test',
        RATE_LIMITS: '0',
        TRAFFIC_RULES: '0',
        // Not the default, so that a screen with a fixed value fails.
        SEARCH_DAYS: '90',
        VOLTLINE_NOW: now,
        ...settings,
      },
    })
    const latest = Date.now() + startMsMax
    while (!(await isReady(url))) {
      if (Date.now() > latest || child.exitCode !== null) throw new Error('The server did not start.')
      await wait(200)
    }
    const database = runningDatabase(dataDir)?.url
    if (!database) throw new Error('The server has no database.')
    const db = new Database({ url: database, connectionsMax: 2, statementMsMax: 30_000, onLost: () => {} })
    const server = new OwnServer({ child, dataDir, db, url })
    await server.#addOperator(now)
    return server
  }

  async #addOperator(now: string): Promise<void> {
    const passwordHash = await hashPassword(password)
    await this.#db.transaction((tx) =>
      insertOperator(
        tx,
        { email: operatorEmail, passwordHash, group: 'ADMINISTRATORS' },
        instant(Date.parse(now)),
      ),
    )
  }

  /** Signs in again, because an operator's session ends when the clock jumps. */
  async operator(): Promise<Client> {
    const signedOut = new Client(this.url)
    const { accessToken, user } = await signedOut.ok(adminSignin, { email: operatorEmail, pw: password })
    return new Client(this.url, {
      accessToken,
      custId: String(user.CustID),
      sessionKey: user.SessionKey,
    })
  }

  async setClock(now: string): Promise<void> {
    await fetch(`${this.url}/dev/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ now }),
    })
  }

  /** Resolves when every event is billed. */
  async drain(): Promise<void> {
    await fetch(`${this.url}/dev/drain`, { method: 'POST' })
  }

  /** Writes a closed month of a publisher, in the ledger and in revenue_month. */
  async earn(publisher: number, month: string, won: number): Promise<void> {
    const now = instant(Date.parse(`${month}-28T00:00:00Z`))
    const amount = micros(BigInt(won) * 1_000_000n)
    const owner = publisher as CustomerId
    await this.#db.transaction(async (tx) => {
      const transfer = { key: `journey/${owner}/${month}`, kind: 'CREDIT' as const, from: outside, at: now }
      await post(tx, [{ ...transfer, to: [[revenueOf(owner), amount]] }])
      await tx.run(sql`
        insert into revenue_month (customer_id, month, revenue_micros, impressions, closed_at)
        values (${owner}, ${`${month}-01`}, ${amount}, 1000, ${at(now)})`)
    })
  }

  async stop(): Promise<void> {
    await this.#db.close()
    const gone = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGTERM')
    await gone
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}
