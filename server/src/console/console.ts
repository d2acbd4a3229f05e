import type { Clock } from '@voltline/kernel'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Settings } from '../platform/settings.ts'
import { registerApiDocs } from './http/api-docs.ts'
import { makeApp } from './http/app.ts'
import { type Handle, makeHandle } from './http/handle.ts'
import { registerPages } from './http/pages.ts'
import { Sessions } from './http/session.ts'

/** What every feature is given. */
export interface ConsoleParts {
  db: Database
  clock: Clock
  secrets: Secrets
  settings: Settings
  log: Log
}
export interface FeatureParts extends ConsoleParts {
  handle: Handle
  sessions: Sessions
}

/** The role `web`: site, consoles and console API. The only place that joins the features. */
export async function createConsole(parts: ConsoleParts): Promise<FastifyInstance> {
  const { settings } = parts
  const app = await makeApp(parts)
  const sessions = new Sessions(parts)
  const handle = makeHandle({
    app,
    sessions,
    clock: parts.clock,
    log: parts.log,
    rateLimits: settings.rateLimits,
    secureCookies: settings.publicUrl.startsWith('https:'),
  })
  const featureParts: FeatureParts = { ...parts, handle, sessions }
  void featureParts
  await registerApiDocs(app, settings.publicUrl)
  await registerPages(app, settings)
  await app.ready()
  return app
}
