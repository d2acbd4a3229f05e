// A month from its events to a folder that proves itself.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addCorrection, statementFile } from '@voltline/contract'
import { hour } from '@voltline/kernel'
import { unzipSync } from 'fflate'
import { compactVerify, createLocalJWKSet } from 'jose'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../server/testing/eventually.ts'
import type { CustomerClient } from '../../server/testing/test-server.ts'
import { useOpenWorld } from './world.ts'

const world = useOpenWorld({ VOLTLINE_NOW: '2026-10-20T03:00:00Z', EVENT_DAYS: '20' })
const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

const proof = async (month: string) => {
  const reply = await fetch(`${world.url}/proofs/${month}.json`)
  return reply.status === 200 ? ((await reply.json()) as Record<string, unknown>) : undefined
}

/** Waits until the worker has closed and proved the month. */
async function closed(month: string, at: string) {
  await world.setClock(at)
  await world.drain()
  await eventually(async () => (await proof(month)) !== undefined)
  return proof(month)
}

async function unpack(client: CustomerClient, month: string): Promise<string> {
  const reply = await client.raw(`/api/v1/account/statement?month=${month}`)
  expect(reply.headers.get('content-type')).toBe('application/zip')
  const folder = await mkdtemp(join(tmpdir(), 'voltline-statement-'))
  folders.push(folder)
  for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(await reply.arrayBuffer())))) {
    await writeFile(join(folder, name), bytes)
  }
  return folder
}

const verify = (folder: string) =>
  spawnSync(process.execPath, [join(folder, 'verify.mjs')], { encoding: 'utf8' })

async function tamper(folder: string, name: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, name)
  const before = await readFile(path, 'latin1')
  expect(change(before)).not.toBe(before)
  await writeFile(path, change(before), 'latin1')
  expect([name, verify(folder).status]).toEqual([name, 1])
  await writeFile(path, before, 'latin1')
  expect(verify(folder).status).toBe(0)
}

async function pdfText(folder: string, name: string): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(await readFile(join(folder, name))) }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

test('a closed month proves itself offline, and one changed digit fails', async () => {
  const publisher = await world.customer('PUBLISHER', { company: 'Publisher' })
  const unit = await world.app(publisher, 'Proof, Inc')
  const own = await world.advertiser({ min: 10_000, max: 10_000, company: '볼트라인 광고주' })
  for (const phone of ['a', 'b', 'c']) {
    await world.report(unit, await world.offer(unit, own.proID, phone), 'IMPRESSION')
  }
  await world.drain()
  expect(await own.client.call(statementFile, { month: '2026-10' })).toMatchObject({
    error: 'INVALID_PERIOD',
  })
  expect(await proof('2026-10')).toBeUndefined()
  const october = await closed('2026-10', '2026-10-31T15:05:00Z')
  expect(october).toMatchObject({ month: '2026-10', leaves: 3, previous: null })
  expect(october?.root).toMatch(/^[0-9a-f]{64}$/)
  const { keys } = (await (await fetch(`${world.url}/sdk/v1/keys`)).json()) as { keys: never[] }
  const { payload } = await compactVerify(String(october?.jws), createLocalJWKSet({ keys }))
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({
    ...{ month: '2026-10', root: october?.root, previous: null },
  })

  const advertiser = await world.signInAgain(own.client)
  const folder = await unpack(advertiser, '2026-10')
  const good = verify(folder)
  expect([good.status, good.stderr]).toEqual([0, ''])
  await tamper(folder, 'charges.csv', (text) => text.replace(',10,', ',11,'))
  await tamper(folder, 'charges.csv', (text) => text.replace('Proof, Inc', 'Prooq, Inc'))
  await tamper(folder, 'proof.json', (text) => text.replace('"sum": "30000000"', '"sum": "30000001"'))
  await tamper(folder, 'proof.json', (text) =>
    text.replace(/"root": "./, (start) => (start.endsWith('0') ? '"root": "1' : '"root": "0')),
  )
  await tamper(folder, 'statement-en.pdf', (text) => text.replace('%PDF-1.', '%PDF-2.'))
  expect(await pdfText(folder, 'statement-en.pdf')).toMatch(/Advertising statement 2026-10.*99,970/)
  expect(await pdfText(folder, 'statement-ko.pdf')).toMatch(/광고비 명세서.*볼트라인 광고주/)
  const earnings = await unpack(await world.signInAgain(publisher), '2026-10')
  expect(verify(earnings).status).toBe(0)
  expect(await readFile(join(earnings, 'earnings.csv'), 'utf8')).not.toMatch(/Price|,10,/)

  // A later correction belongs to the month in which it is posted; a new name of the app changes no closed month.
  const from = new Date(Date.parse('2026-10-20T00:00:00Z')).toISOString()
  const to = new Date(world.now - hour).toISOString()
  await (await world.operator()).ok(addCorrection, { proID: own.proID, from, to, reason: 'Invented' })
  expect(verify(await unpack(advertiser, '2026-10')).status).toBe(0)
  expect(await closed('2026-11', '2026-11-30T15:05:00Z')).toMatchObject({
    leaves: 3,
    previous: october?.root,
  })
  const november = await unpack(await world.signInAgain(own.client), '2026-11')
  expect(verify(november).status).toBe(0)
  expect(await readFile(join(november, 'charges.csv'), 'utf8')).toMatch(/CORRECTED,,-10,/)
  const nobody = await world.customer('ADVERTISER')
  expect(verify(await unpack(nobody, '2026-11')).status).toBe(0)
})
