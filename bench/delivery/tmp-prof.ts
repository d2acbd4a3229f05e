import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { adRequest, load } from '/work/main/bench/delivery/load.ts'
import { changePrices, makeMarket } from '/work/main/bench/delivery/market.ts'
import { startEmbeddedPostgres } from '/work/main/server/src/platform/embedded-postgres.ts'

const dir = mkdtempSync('/tmp/bd-')
chmodSync(dir, 0o755)
const pgs = await startEmbeddedPostgres({ dataDir: dir, log: () => {} })
const url = await makeMarket(pgs.url, { name: 'm1', ads: Number(process.argv[2] ?? 10000), eligible: 1 })
const child = fork('/work/main/bench/delivery/delivery-server.ts', [url], {
  execArgv: ['--cpu-prof', '--cpu-prof-dir=/tmp/d/prof', '--cpu-prof-interval', '500'],
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
const [f] = (await once(child, 'message')) as any
console.log(f)
const stop = changePrices(url)
const l = await load({ port: f.port, connections: 32, ms: 12000, next: adRequest })
console.log(l)
await stop()
const gone = once(child, 'exit')
child.disconnect()
await gone
await pgs.stop()
rmSync(dir, { recursive: true, force: true })
