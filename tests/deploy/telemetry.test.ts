import { afterAll, expect, test } from 'vitest'
import type { ChargeRow } from '../../server/src/platform/database/rows.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { type FreshDatabase, freshDatabase } from '../../server/testing/database.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { ProgramProcess } from '../../server/testing/program-process.ts'
import { Flood } from '../faults/flood.ts'
import { OtlpReceiver } from './otlp-receiver.ts'

const receiver = new OtlpReceiver()
const programs: ProgramProcess[] = []
let database: FreshDatabase | undefined
let flood: Flood | undefined

afterAll(async () => {
  await flood?.end()
  for (const program of programs) await program.remove()
  await database?.drop()
  receiver.stop()
})

async function startProgram(role: string, url: string): Promise<ProgramProcess> {
  const program = new ProgramProcess({
    DATABASE_URL: url,
    ROLES: role,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
  })
  programs.push(program)
  await program.start()
  return program
}

/** The spans of a charged impression, from its charge up to its ad request. */
function charged() {
  const bill = receiver.spans.find(
    (span) => span.name === 'bill IMPRESSION' && span.attributes['voltline.charged'],
  )
  const event = receiver.spans.find((span) => span.spanId === bill?.parentSpanId)
  const request = receiver.spans.find((span) => span.spanId === event?.parentSpanId)
  return bill && event && request ? { bill, event, request } : undefined
}

test('one trace follows an impression from the ad request through its report to the transfer that charged it', {
  timeout: 120_000,
}, async () => {
  await receiver.start()
  database = await freshDatabase()
  flood = new Flood(database.url)
  const delivery = await startProgram('delivery', database.url)
  await startProgram('billing', database.url)
  await flood.build()
  flood.url = delivery.url
  await eventually(async () => (await flood?.ask('first')) !== undefined)
  flood.start(2)
  await eventually(async () => charged() !== undefined)
  await flood.stop()
  const found = charged()
  expect(found?.event.name).toBe('event IMPRESSION')
  expect(found?.request.name).toBe('ad request')
  expect(found?.request.parentSpanId).toBe('')
  expect(new Set([found?.bill.traceId, found?.event.traceId, found?.request.traceId]).size).toBe(1)
  const charges = await flood.rows(sql<Pick<ChargeRow, 'offer_id' | 'transfer_id'>>`
    select offer_id, transfer_id from charge where offer_id = ${found?.bill.traceId ?? ''}::uuid`)
  expect(charges.map((row) => String(row.transfer_id))).toEqual([
    found?.bill.attributes['voltline.transfer_id'],
  ])
})

test('metrics arrive under the names that /metrics shows', { timeout: 60_000 }, async () => {
  const [delivery] = programs
  const text = await (await fetch(`${delivery?.url}/metrics`)).text()
  const shown = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name]) => name ?? '')
  expect(shown.length).toBeGreaterThan(30)
  await eventually(async () => shown.every((name) => receiver.metrics.has(name)))
})
