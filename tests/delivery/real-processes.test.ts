import { type MediumId, microsNumber, won } from '@voltline/kernel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProgramClock } from '../../server/src/platform/clock.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import { Secrets } from '../../server/src/platform/secrets.ts'
import { type FreshDatabase, freshDatabase } from '../../server/testing/database.ts'
import { DeliveryRows, type TestApp } from '../../server/testing/delivery-rows.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { ProgramProcess } from '../../server/testing/program-process.ts'
import { callSdk } from './delivery-process.ts'

const secretKey = 'a secret key that two real processes share'
const cap = 3

let database: FreshDatabase
let db: Database
let processes: [ProgramProcess, ProgramProcess]
let app: TestApp
let medium: MediumId

beforeAll(async () => {
  database = await freshDatabase()
  db = new Database({ url: database.url, connectionsMax: 2, statementMsMax: 20_000, onLost: () => {} })
  const rows = new DeliveryRows({ db, clock: new ProgramClock(), secrets: new Secrets(secretKey) })
  app = await rows.app()
  medium = await rows.medium(app)
  await rows.ad()
  const environment = {
    ...{ DATABASE_URL: database.url, ROLES: 'delivery', SECRET_KEY: secretKey, FREQUENCY_CAP: String(cap) },
  }
  processes = [new ProgramProcess(environment), new ProgramProcess(environment)]
  await Promise.all(processes.map((program) => program.start()))
})

afterAll(async () => {
  await Promise.all(processes.map((program) => program.remove()))
  await db.close()
  await database.drop()
})

const request = (at: ProgramProcess, deviceID: string) =>
  callSdk(at.url, app, { path: '/sdk/v1/ad', body: { medID: medium, deviceID, country: 'KR' } })

async function show(from: ProgramProcess, to: ProgramProcess, deviceID: string): Promise<void> {
  const { ad } = await request(from, deviceID)
  const body = { token: ad?.token, action: 'IMPRESSION' }
  expect(await callSdk(to.url, app, { path: '/sdk/v1/event', body })).toMatchObject({ error: 'SUCCESS' })
}

async function storedImpressions(): Promise<number> {
  const rows = await db.read((session) =>
    session.rows<{ impressions: string }>({ text: 'select impressions from shown_batch', values: [] }),
  )
  return rows.reduce((sum, { impressions }) => sum + impressions.split(' ').length - 1, 0)
}

test('a frequency cap holds across two programs, and after one was killed and started again', async () => {
  const [a, b] = processes
  await show(a, b, 'phone')
  await show(b, a, 'phone')
  await show(b, b, 'phone')
  for (const program of processes) {
    await eventually(async () => (await request(program, 'phone')).error === 'EXCEEDED_IMPRESSION')
  }
  await eventually(async () => (await storedImpressions()) === cap)
  await a.end('SIGKILL')
  await a.start()
  expect((await request(a, 'phone')).error).toBe('EXCEEDED_IMPRESSION')
  expect((await request(a, 'other-phone')).error).toBe('SUCCESS')
})

test('what one program has promised is in the metrics of the other', async () => {
  const [a, b] = processes
  const promisedWon = async (program: ProgramProcess) => {
    const text = await (await fetch(`${program.url}/metrics`)).text()
    return Number(/^voltline_promised_won (\S+)$/m.exec(text)?.[1])
  }
  const before = await promisedWon(b)
  for (let count = 0; count < 5; count++) await request(a, `phone-${count}`)
  const atLeast = before + (4 * microsNumber(won(1))) / 1_000_000
  await eventually(async () => (await promisedWon(b)) >= atLeast)
})
