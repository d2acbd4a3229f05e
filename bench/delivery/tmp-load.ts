import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { makeMarket } from '/work/main/bench/delivery/market.ts'
import { Follower } from '/work/main/server/src/delivery/snapshot/follower.ts'
import { Snapshot } from '/work/main/server/src/delivery/snapshot/snapshot.ts'
import { ProgramClock } from '/work/main/server/src/platform/clock.ts'
import { Database } from '/work/main/server/src/platform/database/database.ts'
import { startEmbeddedPostgres } from '/work/main/server/src/platform/embedded-postgres.ts'
import { makeLog } from '/work/main/server/src/platform/log.ts'

const dir = mkdtempSync('/tmp/bd-')
chmodSync(dir, 0o755)
const pgs = await startEmbeddedPostgres({ dataDir: dir, log: () => {} })
const url = await makeMarket(pgs.url, { name: 'm1', ads: Number(process.argv[2] ?? 100000), eligible: 1 })
for (let i = 0; i < 4; i++) {
  const db = new Database({ url, connectionsMax: 4, statementMsMax: 30000, onLost: () => {} })
  const snapshot = new Snapshot()
  const follower = new Follower({ db, clock: new ProgramClock(), snapshot, log: makeLog('error') })
  const c = process.cpuUsage(),
    t = performance.now()
  await follower.start()
  const e = process.cpuUsage(c)
  console.log(
    'load ms',
    Math.round(performance.now() - t),
    'cpu ms',
    Math.round((e.user + e.system) / 1000),
    'ads',
    snapshot.ads.size,
    'heap',
    Math.round(process.memoryUsage().heapUsed / 1e6),
  )
  await follower.stop()
  await db.close()
}
await pgs.stop()
rmSync(dir, { recursive: true, force: true })
