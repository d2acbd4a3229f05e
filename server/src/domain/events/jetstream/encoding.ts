import type { ActionType } from '@voltline/contract'
import {
  type AdId,
  assert,
  type CustomerId,
  type Day,
  day as dayMs,
  instant,
  type MediumId,
  micros,
  utcDay,
} from '@voltline/kernel'
import type { OfferEvent } from '../event-log.ts'

/*
 * One message holds the events of a few milliseconds:
 *
 *   version 1 | count 4 | event …
 *   event: issue day 4 | offer 16 | action 1 | received 6 | ad 4 | advertiser 4 | medium 4 | price 8 | length 2 | device |
 *          length 2 | evidence | length 2 | passthrough
 *
 * Numbers are big-endian, lengths are in bytes. A new version gets a new number; every version stays readable for as
 * long as messages of it can be in a log. Version 1 has no evidence, version 2 no
 * passthrough.
 */
const version = 3
const versionWithEvidence = 2
const versionWithoutEvidence = 1
const headBytes = 5
const fixedBytes = 49
const lengthBytes = 2
/** Of an event's device id in UTF-8, its evidence and its passthrough; together they are shorter. */
const variableBytesMax = 4_096

/** The payload of a message; its headers fit into the rest of 256 KiB. */
export const payloadBytesMax = 255 * 1_024

/** Never reordered: the index is in the log. */
const actions: readonly ActionType[] = ['IMPRESSION', 'CLICK', 'WATCH', 'INSTALL', 'ACTION']

const noEvidence = Buffer.alloc(0)

/** What an event takes besides `fixedBytes`. */
const variableBytes = ({ deviceId, evidence = noEvidence, passthrough = '' }: OfferEvent): number =>
  Buffer.byteLength(deviceId) + lengthBytes + evidence.length + lengthBytes + Buffer.byteLength(passthrough)

function writeEvent(buffer: Buffer, event: OfferEvent, start: number): number {
  let offset = buffer.writeInt32BE(Date.parse(event.issueDay) / dayMs, start)
  offset += buffer.write(event.offerId.replaceAll('-', ''), offset, 'hex')
  offset = buffer.writeUInt8(actions.indexOf(event.action), offset)
  offset = buffer.writeUIntBE(event.receivedAt, offset, 6)
  offset = buffer.writeInt32BE(event.adId, offset)
  offset = buffer.writeInt32BE(event.advertiserId, offset)
  offset = buffer.writeInt32BE(event.mediumId, offset)
  offset = buffer.writeBigInt64BE(event.priceMicros, offset)
  const length = buffer.write(event.deviceId, offset + 2)
  offset = buffer.writeUInt16BE(length, offset) + length
  const { evidence = noEvidence } = event
  offset = buffer.writeUInt16BE(evidence.length, offset)
  offset += evidence.copy(buffer, offset)
  const passed = buffer.write(event.passthrough ?? '', offset + lengthBytes)
  return buffer.writeUInt16BE(passed, offset) + passed
}

function encode(events: readonly OfferEvent[], bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(bytes)
  buffer.writeUInt8(version)
  buffer.writeUInt32BE(events.length, 1)
  let offset = headBytes
  for (const event of events) offset = writeEvent(buffer, event, offset)
  assert(offset === bytes, 'a message has the computed length')
  return buffer
}

/** Encodes events in order, in as few messages as their size allows. */
export function encodeEvents(events: readonly OfferEvent[]): Buffer[] {
  const messages: Buffer[] = []
  let first = 0
  let bytes = headBytes
  events.forEach((event, index) => {
    const variable = variableBytes(event)
    assert(variable <= variableBytesMax, 'a device id, evidence and passthrough are short')
    if (bytes + fixedBytes + variable > payloadBytesMax) {
      messages.push(encode(events.slice(first, index), bytes))
      first = index
      bytes = headBytes
    }
    bytes += fixedBytes + variable
  })
  if (first < events.length) messages.push(encode(events.slice(first), bytes))
  return messages
}

const uuid = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/** Most events of a message are of one issue day. */
function issueDays(): (dayNumber: number) => Day {
  let known = Number.NaN
  let text = utcDay(instant(0))
  return (dayNumber) => {
    if (dayNumber !== known) {
      known = dayNumber
      text = utcDay(instant(dayNumber * dayMs))
    }
    return text
  }
}

/** Empty if the event has none. */
function readBytes(buffer: Buffer, at: number): Buffer {
  const start = at + lengthBytes
  const end = start + buffer.readUInt16BE(at)
  assert(end <= buffer.length, 'an event ends within its message')
  return buffer.subarray(start, end)
}

/** Reads a message's events in order. Throws if it is not one of ours. */
export function decodeEvents(message: Uint8Array): OfferEvent[] {
  const buffer = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  const found = buffer.length >= headBytes ? buffer.readUInt8() : undefined
  assert(
    found === version || found === versionWithEvidence || found === versionWithoutEvidence,
    'the version of a message is known',
  )
  const count = buffer.readUInt32BE(1)
  const dayOf = issueDays()
  const events: OfferEvent[] = []
  let offset = headBytes
  for (let index = 0; index < count; index++) {
    const action = actions[buffer.readUInt8(offset + 20)]
    assert(action, 'the action of an event is known')
    const length = buffer.readUInt16BE(offset + 47)
    const end = offset + fixedBytes + length
    assert(end <= buffer.length, 'an event ends within its message')
    const evidence = found === versionWithoutEvidence ? undefined : readBytes(buffer, end)
    const evidenceEnd = evidence ? end + lengthBytes + evidence.length : end
    const passthrough = found === version ? readBytes(buffer, evidenceEnd) : undefined
    events.push({
      issueDay: dayOf(buffer.readInt32BE(offset)),
      offerId: uuid(buffer.toString('hex', offset + 4, offset + 20)),
      action,
      receivedAt: instant(buffer.readUIntBE(offset + 21, 6)),
      adId: buffer.readInt32BE(offset + 27) as AdId,
      advertiserId: buffer.readInt32BE(offset + 31) as CustomerId,
      mediumId: buffer.readInt32BE(offset + 35) as MediumId,
      priceMicros: micros(buffer.readBigInt64BE(offset + 39)),
      deviceId: buffer.toString('utf8', offset + fixedBytes, end),
      ...(evidence?.length ? { evidence } : {}),
      ...(passthrough?.length ? { passthrough: passthrough.toString() } : {}),
    })
    offset = passthrough ? evidenceEnd + lengthBytes + passthrough.length : evidenceEnd
  }
  assert(offset === buffer.length, 'a message ends after its last event')
  return events
}
