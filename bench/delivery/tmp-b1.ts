import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { MeasuredServer } from '/work/main/bench/delivery/child.ts'
import { adRequest, eventRequests, load } from '/work/main/bench/delivery/load.ts'
import { changePrices, makeMarket } from '/work/main/bench/delivery/market.ts'
import { startEmbeddedPostgres } from '/work/main/server/src/platform/embedded-postgres.ts'

const dir = mkdtempSync('/tmp/bd-')
chmodSync(dir, 0o755)
const pgs = await startEmbeddedPostgres({ dataDir: dir, log: () => {} })
const n = Number(process.argv[2] ?? 10000)
const t = performance.now()
const url = await makeMarket(pgs.url, { name: 'm1', ads: n, eligible: 1 })
console.log('made', ((performance.now() - t) / 1000).toFixed(1), 's')
const d = await MeasuredServer.start('delivery-server.ts', [url])
console.log(d.facts)
const bare = await MeasuredServer.start('bare-server.ts', ['640'])
const stop = changePrices(url)
for (let r = 0; r < 6; r++) {
  for (const [name, s] of [
    ['bare', bare],
    ['delivery', d],
  ] as const) {
    const c0 = await s.cpuMicros()
    const l = await load({ port: s.facts.port, connections: 32, ms: 1500, next: adRequest })
    const c = (await s.cpuMicros()) - c0
    console.log(
      name,
      'cpu/req',
      (c / l.requests).toFixed(1),
      'us',
      Math.round(l.requests / l.seconds),
      'req/s p50',
      l.p50Ms.toFixed(2),
      'p99',
      l.p99Ms.toFixed(2),
      'bytes',
      l.answerBytes,
    )
  }
}
if (process.argv[3]) {
  const un = await MeasuredServer.start('delivery-server.ts', [url, 'unwaited'])
  for (let r = 0; r < 5; r++)
    for (const [name, s] of [
      ['unwaited', un],
      ['durable', d],
    ] as const) {
      const ev = eventRequests(40000)
      const c0 = await s.cpuMicros()
      const l = await load({ port: s.facts.port, connections: 64, ms: 1500, next: () => ev.pop() })
      const c = (await s.cpuMicros()) - c0
      console.log(
        name,
        'cpu/req',
        (c / l.requests).toFixed(1),
        'us',
        Math.round(l.requests / l.seconds),
        'req/s p50',
        l.p50Ms.toFixed(2),
        'p99',
        l.p99Ms.toFixed(2),
      )
      await new Promise((r) => setTimeout(r, 1000))
    }
  await un.stop()
}
await stop()
await d.stop()
await bare.stop()
await pgs.stop()
rmSync(dir, { recursive: true, force: true })
