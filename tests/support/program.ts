import { Database } from '../../server/src/platform/database/database.ts'
import { hashPassword } from '../../server/src/platform/passwords/passwords.ts'
import { runningDatabase } from '../../server/src/platform/postgres/running.ts'
import { Secrets } from '../../server/src/platform/secrets.ts'

/** The password of every account that the browser tests create. */
export const password = 'voltline-2026'
/** The key of the program under test; `playwright.config.ts` starts it with this one. */
export const secretKey = 'a secret key that only the browser tests use'
export const secrets = new Secrets(secretKey)

/** The address of the program under test. */
export const programUrl = (): string => `http://localhost:${process.env.VOLTLINE_TEST_PORT}`

let database: Database | undefined
/** The database of the program under test. Each worker opens one pool, which ends with the worker's process. */
export function programDatabase(): Database {
  database ??= openDatabase()
  return database
}

function openDatabase(): Database {
  const url = runningDatabase(process.env.VOLTLINE_TEST_DATA_DIR ?? '')?.url
  if (!url) throw new Error('The program under test is not running.')
  return new Database({ url, connectionsMax: 2, statementMsMax: 10_000, onLost: () => {} })
}

let hash: Promise<string> | undefined
/** Computed once per worker, because hashing is slow on purpose. */
export function passwordHash(): Promise<string> {
  hash ??= hashPassword(password)
  return hash
}
