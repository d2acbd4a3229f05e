import { randomUUID } from 'node:crypto'
import { actionTypes } from '@voltline/contract'
import { type AdId, type CustomerId, instant, type MediumId, micros, utcDay } from '@voltline/kernel'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OfferEvent } from '../event-log.ts'
import { decodeEvents, encodeEvents, payloadBytesMax } from './encoding.ts'

const id = fc.integer({ min: 1, max: 2 ** 31 - 1 })
const ms = fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59Z') })
const events: fc.Arbitrary<OfferEvent[]> = fc.array(
  fc.record({
    issueDay: ms.map((value) => utcDay(instant(value))),
    offerId: fc.uuid(),
    action: fc.constantFrom(...actionTypes),
    receivedAt: ms.map(instant),
    adId: id.map((value) => value as AdId),
    advertiserId: id.map((value) => value as CustomerId),
    mediumId: id.map((value) => value as MediumId),
    deviceId: fc.string({ unit: 'grapheme', maxLength: 255 }),
    priceMicros: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(micros),
    passthrough: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
    evidence: fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  }),
  { minLength: 1 },
)

test('events are decoded as they were encoded, in order', () => {
  fc.assert(
    fc.property(events, (given) => {
      expect(encodeEvents(given).flatMap(decodeEvents)).toEqual(given)
    }),
  )
})

const anEvent = (deviceId: string): OfferEvent => ({
  issueDay: utcDay(instant(0)),
  offerId: randomUUID(),
  action: 'CLICK',
  receivedAt: instant(1),
  adId: 1 as AdId,
  advertiserId: 2 as CustomerId,
  mediumId: 3 as MediumId,
  deviceId,
  priceMicros: micros(4n),
})

test('many events are divided into full messages', () => {
  const given = Array.from({ length: 10_000 }, (_, index) => anEvent('x'.repeat(index % 300)))
  const messages = encodeEvents(given)
  expect(messages.length).toBeGreaterThan(1)
  for (const message of messages) expect(message.length).toBeLessThanOrEqual(payloadBytesMax)
  for (const message of messages.slice(0, -1)) expect(message.length).toBeGreaterThan(payloadBytesMax - 400)
  expect(messages.flatMap(decodeEvents)).toEqual(given)
  expect(encodeEvents([])).toEqual([])
})

test('a message of an unknown version, cut off or with something after it is refused', () => {
  const [message] = encodeEvents([anEvent('d')])
  if (!message) throw new Error('one event is one message')
  expect(() => decodeEvents(message.subarray(0, -1))).toThrow()
  expect(() => decodeEvents(Buffer.concat([message, Buffer.alloc(1)]))).toThrow()
  expect(() => decodeEvents(Buffer.from([4, ...message.subarray(1)]))).toThrow('version')
  expect(() => decodeEvents(Buffer.alloc(0))).toThrow('version')
})

/** Without the version: what versions 1 and 2 have in common. */
const olderEvent =
  '00000001' +
  '00000001' +
  '0123456789abcdef0123456789abcdef' +
  '01' +
  '000000000001' +
  '00000001' +
  '00000002' +
  '00000003' +
  '0000000000000004' +
  '0001' +
  '64'

test('messages of older versions still decode: without evidence, and without what apps pass through', () => {
  const event = { ...anEvent('d'), issueDay: '1970-01-02', offerId: '01234567-89ab-cdef-0123-456789abcdef' }
  const decode = (hex: string) => decodeEvents(Buffer.from(hex, 'hex'))
  expect(decode(`01${olderEvent}`)).toEqual([event])
  expect(decode(`02${olderEvent}0002abcd`)).toEqual([{ ...event, evidence: Buffer.from('abcd', 'hex') }])
})
