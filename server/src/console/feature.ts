import type { Clock } from '@voltline/kernel'
import type { Playground } from '../domain/auction/playground-store.ts'
import type { EventReader } from '../domain/events/event-reader.ts'
import type { Database } from '../platform/database/database.ts'
import type { Files } from '../platform/files/open.ts'
import type { Log } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Settings } from '../platform/settings.ts'
import type { DevTools } from './http/dev/dev.ts'
import type { Handle } from './http/handle.ts'
import type { Sessions } from './http/session.ts'

/** What the role `web` is given. */
export interface ConsoleServices {
  db: Database
  /** Shows how far billing is behind. */
  eventReader: EventReader
  clock: Clock
  secrets: Secrets
  settings: Settings
  log: Log
  files: Files
  /** Outside production: the tools under /dev. */
  dev?: DevTools
  /** With demo data: the app and the customers of the playground. */
  playground?: Playground | undefined
}

/** What every feature is given. */
export interface FeatureServices extends ConsoleServices {
  handle: Handle
  sessions: Sessions
}
