import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { ProgramClock } from '../../server/src/platform/clock.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { Secrets } from '../../server/src/platform/secrets.ts'
import { readSettings } from '../../server/src/platform/settings.ts'
import { start } from '../../server/src/program.ts'
import { makeDatabaseFolder } from '../../server/testing/database-folder.ts'
import { DeliveryRows } from '../../server/testing/delivery-rows.ts'

/** The message to the browser test when the program is ready. */
export interface Running {
  url: string
  apiKey: string
  banner: number
  interstitial: number
  video: number
  /** A unit of an app that is still under review, with that app's key. */
  review: { apiKey: string; banner: number }
}

const secretKey = 'a secret key that only the browser test of the SDK uses'

async function addAds(rows: DeliveryRows, publicUrl: string): Promise<void> {
  // The SDK's samples replace uploaded files: they are real images and a real video.
  const sample = (name: string) => [`../sdk/v1/sample/${name}`]
  const url = `${publicUrl}/robots.txt?from={click_id}`
  await rows.ad({ name: 'Banner ad', url, materials: sample('banner.png') })
  await rows.ad({
    name: 'Interstitial ad',
    url,
    product: 'INTERSTITIAL',
    billingType: 'CPC',
    minCost: 10,
    materials: sample('interstitial.png'),
  })
  await rows.ad({
    name: 'Video ad',
    url,
    product: 'VIDEO',
    billingType: 'CPV',
    minCost: 10,
    materials: sample('video.mp4'),
  })
}

/** The real program with its own database: an app with a unit of each product, and ads for them. */
async function run(): Promise<void> {
  const dataDir = makeDatabaseFolder('voltline-sdk-')
  const database = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const port = process.argv[2] ?? ''
  const settings = readSettings({
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: secretKey,
    DEMO: '0',
    ROLES: 'web,delivery,billing',
    HUMAN_CHECK: 'test',
    LOG_LEVEL: 'error',
  })
  const program = await start(settings, () => {})
  const db = new Database({ url: database.url, connectionsMax: 2, statementMsMax: 10_000, onLost: () => {} })
  const rows = new DeliveryRows({ db, clock: new ProgramClock(), secrets: new Secrets(secretKey) })
  const app = await rows.app()
  const review = await rows.app({ approved: false })
  const reward = { reward: 'Gem', rewards: 10 }
  const running: Running = {
    url: settings.publicUrl,
    apiKey: app.key,
    banner: await rows.medium(app),
    interstitial: await rows.medium(app, { product: 'INTERSTITIAL', ...reward }),
    video: await rows.medium(app, { product: 'VIDEO', ...reward }),
    review: { apiKey: review.key, banner: await rows.medium(review) },
  }
  await addAds(rows, settings.publicUrl)
  process.on('message', (query: { sql: string }) => {
    void db
      .read((session) => session.rows({ text: query.sql, values: [] }))
      .then((found) => {
        process.send?.({
          rows: JSON.parse(
            JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
          ),
        })
      })
  })
  process.on('disconnect', () => {
    void (async () => {
      await db.close()
      await program.stop()
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
      process.exit(0)
    })()
  })
  await served(running)
  process.send?.(running)
}

/** Waits until delivery serves every unit; it follows the database within a second. */
async function served({ url, apiKey, ...units }: Running): Promise<void> {
  for (const medID of [units.banner, units.interstitial, units.video]) {
    const body = JSON.stringify({ medID, deviceID: 'first', country: 'KR' })
    const request = () =>
      fetch(`${url}/sdk/v1/ad`, { method: 'POST', headers: { 'X-Api-Key': apiKey }, body })
    for (let tries = 0; tries < 100; tries++) {
      const reply = (await (await request()).json()) as { error: string }
      if (reply.error === 'SUCCESS') break
      await wait(100)
    }
  }
}

await run()
