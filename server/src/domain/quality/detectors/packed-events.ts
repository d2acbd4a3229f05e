import { hash } from 'node:crypto'
import { type ActionType, actionTypes } from '@voltline/contract'
import { hour, type Instant, instant, type MediumId } from '@voltline/kernel'
import { offerOf } from '../evidence/evidence.ts'

/** A decided event, with what the detectors look at. */
export interface DecidedEvent {
  action: ActionType
  receivedAt: Instant
  mediumId: MediumId
  deviceId: string
  /** As the log holds it; undefined in events of older versions. */
  evidence: Buffer | undefined
  isInvalid: boolean
  /** When the event arrived that it depends on. */
  requiredAt: Instant | undefined
}

/** As the worker reads it again. Hashes in hex; '' if the address identifies nobody. */
export interface PackedEvent {
  action: ActionType
  receivedAt: Instant
  mediumId: MediumId
  device: string
  ipHash: string
  networkHash: string
  /** Of the offer; '' if unknown. */
  country: string
  isInvalid: boolean
  isMismatched: boolean
  /** By an app or a browser, not by a server. */
  isReported: boolean
  sinceRequiredMs: number | undefined
}

/*
 * unit 4 | device 8 | address 8 | network 8 | country 2 | action 1 | flags 1 | ms of the hour 4 | ms since required 4
 *
 * The hashes and the flag of a mismatch are copied from the evidence (evidence.ts says where they are); the country is
 * that of the offer.
 */
const packedBytes = 40
const evidenceHashesAt = 1
const evidenceAgentAt = 19
const evidenceFlagsAt = 20
const mismatchFlag = 8
const serverAgent = 0
const flags = { invalid: 1, mismatched: 2, reported: 4 }
const none32 = 0xffffffff
const deviceBytes = 8
const noHash = '0'.repeat(2 * deviceBytes)

/** The same as the SQL in unit-hour-store.ts. */
const deviceHash = (deviceId: string): Buffer => hash('sha256', deviceId, 'buffer')

export const hourOf = (at: Instant): Instant => instant(Math.floor(at / hour) * hour)

function write(bytes: Buffer, at: number, event: DecidedEvent): void {
  const { evidence, receivedAt, requiredAt } = event
  bytes.writeUInt32BE(event.mediumId, at)
  deviceHash(event.deviceId).copy(bytes, at + 4, 0, deviceBytes)
  let bits = event.isInvalid ? flags.invalid : 0
  if (evidence) {
    // Address and network are next to each other there and here.
    evidence.copy(bytes, at + 12, evidenceHashesAt, evidenceHashesAt + 16)
    bytes.write(offerOf(evidence).offerCountry, at + 28, 2, 'latin1')
    if (evidence.readUInt8(evidenceFlagsAt) & mismatchFlag) bits |= flags.mismatched
    if (evidence.readUInt8(evidenceAgentAt) !== serverAgent) bits |= flags.reported
  }
  bytes.writeUInt8(actionTypes.indexOf(event.action), at + 30)
  bytes.writeUInt8(bits, at + 31)
  bytes.writeUInt32BE(receivedAt % hour, at + 32)
  const sinceMs = requiredAt === undefined ? none32 : Math.max(0, receivedAt - requiredAt)
  bytes.writeUInt32BE(Math.min(sinceMs, none32), at + 36)
}

/** One value for the events of each hour. */
export function pack(events: readonly DecidedEvent[]): Map<Instant, Buffer> {
  const packed = new Map<Instant, Buffer>()
  for (const [hourAt, ofHour] of Map.groupBy(events, (event) => hourOf(event.receivedAt))) {
    const bytes = Buffer.alloc(ofHour.length * packedBytes)
    for (const [index, event] of ofHour.entries()) write(bytes, index * packedBytes, event)
    packed.set(hourAt, bytes)
  }
  return packed
}

const hashAt = (bytes: Buffer, at: number): string => {
  const hex = bytes.toString('hex', at, at + 8)
  return hex === noHash ? '' : hex
}

/** The events of some units; others are skipped without being read. */
export function* unpack(
  bytes: Buffer,
  hourAt: Instant,
  isWanted: (mediumId: number) => boolean,
): Generator<PackedEvent> {
  for (let at = 0; at < bytes.length; at += packedBytes) {
    const mediumId = bytes.readUInt32BE(at)
    if (!isWanted(mediumId)) continue
    const bits = bytes.readUInt8(at + 31)
    const sinceMs = bytes.readUInt32BE(at + 36)
    const action = actionTypes[bytes.readUInt8(at + 30)]
    if (!action) continue
    yield {
      action,
      receivedAt: instant(hourAt + bytes.readUInt32BE(at + 32)),
      mediumId: mediumId as MediumId,
      device: bytes.toString('hex', at + 4, at + 12),
      ipHash: hashAt(bytes, at + 12),
      networkHash: hashAt(bytes, at + 20),
      country: bytes.toString('latin1', at + 28, at + 30).replaceAll('\0', ''),
      isInvalid: (bits & flags.invalid) !== 0,
      isMismatched: (bits & flags.mismatched) !== 0,
      isReported: (bits & flags.reported) !== 0,
      sinceRequiredMs: sinceMs === none32 ? undefined : sinceMs,
    }
  }
}
