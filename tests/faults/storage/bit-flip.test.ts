import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../../server/testing/eventually.ts'
import { right } from '../flood.ts'
import { billedEvents, isReady, secondsSince } from '../scene.ts'
import { makeBreakableScene } from './breakable-scene.ts'
import type { BreakableServer } from './server.ts'

const pageBytes = 8_192
const firstItemAt = 24
const ends: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Changes one bit of the first row of a table, in its eighth-byte column of that place, while the server is down. */
async function flip(server: BreakableServer, table: string, column: number): Promise<void> {
  const [row] = await server.query<{ path: string }>(`select pg_relation_filepath('${table}') as path`)
  await server.stop()
  const file = openSync(join(server.clusterDir, row?.path ?? ''), 'r+')
  const page = Buffer.alloc(pageBytes)
  readSync(file, page, 0, pageBytes, 0)
  // The page's list of items has the row's place in 15 bits, and the row the length of its header.
  const rowAt = page.readUInt32LE(firstItemAt) & 0x7fff
  const valueAt = rowAt + page.readUInt8(rowAt + 22) + 8 * column
  page.writeUInt8(page.readUInt8(valueAt) ^ 4, valueAt)
  writeSync(file, page, 0, pageBytes, 0)
  fsyncSync(file)
  closeSync(file)
  await server.start()
}

/** Of `ledger_entry`: entry, transfer, account, amount. */
const amountColumn = 3
const moved = 'select sum(abs(amount_micros))::text as sum from ledger_entry'

test('a flipped bit in the ledger is refused, naming the page, and never read as another amount', async () => {
  const { server, flood, program } = await makeBreakableScene(ends)
  await flood.stop()
  await program.end('SIGTERM')
  // Bills what is left, so that nothing is written after the flip.
  expect(await flood.verify()).toMatchObject(right)
  const [before] = await server.query<{ sum: string }>(moved)
  await flip(server, 'ledger_entry', amountColumn)
  await expect(flood.verify()).rejects.toThrow(/invalid page in block 0 of relation/)
  expect(server.log).toMatch(/page verification failed, calculated checksum \d+ but expected \d+/)
  // Control: without its checksum the page is read, and the bit is money.
  const [unchecked] = await server.query<{ sum: string }>('set ignore_checksum_failure = on', moved)
  console.log(`Bit flip in the ledger: refused. Without checksums ${before?.sum} reads as ${unchecked?.sum}.`)
  expect(unchecked?.sum).toMatch(/^\d+$/)
  expect(unchecked?.sum).not.toBe(before?.sum)
  await flip(server, 'ledger_entry', amountColumn)
  expect(await flood.verify()).toMatchObject(right)
}, 180_000)

test('a flipped bit in a page that billing needs stops billing alone, says so, and costs nothing once repaired', async () => {
  const { server, flood, program } = await makeBreakableScene(ends)
  // The first column of a balance is its account.
  await flip(server, 'ledger_account', 0)
  const acknowledged = flood.journal.acknowledged.size
  const billed = await billedEvents(flood)
  // Events are still accepted: the log is whole.
  await eventually(() => flood.journal.acknowledged.size > acknowledged + 20)
  await eventually(() => program.output.includes('invalid page in block 0 of relation'))
  expect(await billedEvents(flood)).toBe(billed)
  await flip(server, 'ledger_account', 0)
  const sinceMs = performance.now()
  await eventually(async () => (await billedEvents(flood)) > billed)
  await eventually(() => isReady(program))
  const backSeconds = secondsSince(sinceMs)
  await flood.stop()
  await program.end('SIGTERM')
  const verdict = await flood.verify()
  console.log(
    `Bit flip under billing: billing again ${backSeconds} s after the repair; ${verdict.lost} lost, ${verdict.twice} twice, ` +
      `${verdict.overspentMicros} micro-won overspent, statuses ${JSON.stringify(Object.fromEntries(flood.statuses))}.`,
  )
  expect(verdict).toMatchObject(right)
  expect([...flood.statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([])
}, 180_000)
