import { assert } from '@voltline/kernel'

/** SERVER: a postback, whose address and agent say nothing about a person. The order is in the log. */
export const agentClasses = ['SERVER', 'APP', 'BROWSER', 'BOT', 'MISSING'] as const
export type AgentClass = (typeof agentClasses)[number]

/** What an app measured. All of it is a claim. */
export interface Measures {
  visibleMs?: number | undefined
  /** 0 to 1. */
  visibleRatio?: number | undefined
  /** Points. */
  width?: number | undefined
  height?: number | undefined
  playedMs?: number | undefined
}

/** How an event came. It is written to the log with the event, and rules judge the event by it. */
export interface Evidence {
  /** Keyed hashes in hex of the address (IPv4 /32, IPv6 /64) and its network; '' if the address identifies nobody. */
  ipHash: string
  networkHash: string
  /** The hash of the same address under the keys of earlier months, for rules that look back past a change of keys. */
  formerHashes: readonly string[]
  /** Of the address; '' if unknown. */
  country: string
  agent: AgentClass
  /** Name and version, such as "javascript/1.0.0"; '' if not sent. */
  sdk: string
  /** The address lies in a hosting range. */
  isDataCenter: boolean
  /** The device has never found a place among the new devices of an address. */
  hasNoPlace: boolean
  /** The offer came by VAST. */
  isVast: boolean
  /** The app claimed another country than that of its address. */
  isCountryMismatch: boolean
  isRewardedInterstitial: boolean
  /** Of the offer, as the auction saw its request; '' if unknown. */
  offerCountry: string
  /** A rival's rank set the offer's price, and not MinCost. */
  isRivalPrice: boolean
  /** Since the offer was issued; negative if the clock was set back. */
  offerMs: number
  /** The length of the offer's video; 0 without one. */
  videoMs: number
  /** Clicks of the device in the app within the last hour, and impressions on this UTC day, with this event. */
  deviceClicks: number
  deviceImpressions: number
  measures: Measures
}

/*
 * version 1 | address 8 | network 8 | country 2 | agent 1 | flags 1 | offer ms 4 | video ms 4 | visible ms 4 | ratio 2 |
 * width 2 | height 2 | played ms 4 | clicks 2 | impressions 2 | length 1 | sdk | count 1 | former hash 8 … |
 * country of the offer 2 (from version 2 on)
 *
 * Big-endian; all bits set: not sent. The view event_evidence reads the same bytes. A change gets a new version, and
 * every version stays readable for as long as events of it can be in a log.
 */
const version = 2
const versionMin = 1
const offerCountryFrom = 2
const hashBytes = 8
const fixedBytes = 48
const noHash = '0'.repeat(2 * hashBytes)
const none16 = 0xffff
const none32 = 0xffffffff
const ratioParts = 10_000
const sdkCharactersMax = 40
const formerHashesMax = 12
const offerMsMax = 0x7fffffff

const countryBytes = 2
const flags = [
  'isDataCenter',
  'hasNoPlace',
  'isVast',
  'isCountryMismatch',
  'isRewardedInterstitial',
  'isRivalPrice',
] as const

/** A number that was sent, within what the encoding holds; `none` if it was not sent. */
const upTo = (value: number | undefined, none: number): number =>
  value === undefined ? none : Math.min(Math.max(0, Math.floor(value)), none - 1)

const sent = (value: number, none: number): number | undefined => (value === none ? undefined : value)

/** The part of an SDK's name that is kept: printable ASCII. */
const sdkText = (text: string): string => text.replace(/[^\x20-\x7e]/g, '').slice(0, sdkCharactersMax)

export function encodeEvidence(evidence: Evidence): Buffer {
  const { measures } = evidence
  const sdk = sdkText(evidence.sdk)
  const former = evidence.formerHashes.slice(0, formerHashesMax)
  const bytes = Buffer.alloc(fixedBytes + sdk.length + 1 + former.length * hashBytes + countryBytes)
  bytes.writeUInt8(version)
  bytes.write(evidence.ipHash, 1, hashBytes, 'hex')
  bytes.write(evidence.networkHash, 9, hashBytes, 'hex')
  bytes.write(evidence.country, 17, 2, 'latin1')
  bytes.writeUInt8(agentClasses.indexOf(evidence.agent), 19)
  bytes.writeUInt8(
    flags.reduce((bits, flag, index) => bits | (evidence[flag] ? 1 << index : 0), 0),
    20,
  )
  bytes.writeInt32BE(Math.max(-offerMsMax, Math.min(offerMsMax, evidence.offerMs)), 21)
  bytes.writeUInt32BE(upTo(evidence.videoMs, none32), 25)
  bytes.writeUInt32BE(upTo(measures.visibleMs, none32), 29)
  const { visibleRatio } = measures
  bytes.writeUInt16BE(
    upTo(visibleRatio === undefined ? undefined : Math.round(Math.min(1, visibleRatio) * ratioParts), none16),
    33,
  )
  bytes.writeUInt16BE(upTo(measures.width, none16), 35)
  bytes.writeUInt16BE(upTo(measures.height, none16), 37)
  bytes.writeUInt32BE(upTo(measures.playedMs, none32), 39)
  bytes.writeUInt16BE(upTo(evidence.deviceClicks, none16), 43)
  bytes.writeUInt16BE(upTo(evidence.deviceImpressions, none16), 45)
  bytes.writeUInt8(sdk.length, 47)
  let offset = fixedBytes + bytes.write(sdk, fixedBytes, 'latin1')
  offset = bytes.writeUInt8(former.length, offset)
  for (const hash of former) offset += bytes.write(hash, offset, hashBytes, 'hex')
  bytes.write(evidence.offerCountry, offset, countryBytes, 'latin1')
  return bytes
}

const hashAt = (bytes: Buffer, at: number): string => {
  const hex = bytes.toString('hex', at, at + hashBytes)
  return hex === noHash ? '' : hex
}

const measuresOf = (bytes: Buffer): Measures => {
  const ratio = sent(bytes.readUInt16BE(33), none16)
  return {
    visibleMs: sent(bytes.readUInt32BE(29), none32),
    visibleRatio: ratio === undefined ? undefined : ratio / ratioParts,
    width: sent(bytes.readUInt16BE(35), none16),
    height: sent(bytes.readUInt16BE(37), none16),
    playedMs: sent(bytes.readUInt32BE(39), none32),
  }
}

const countryIn = (bytes: Buffer, at: number): string =>
  bytes.toString('latin1', at, at + countryBytes).replaceAll('\0', '')

/** What evidence says about its offer; much cheaper than decoding all of it. */
export function offerOf(bytes: Buffer | undefined): Pick<Evidence, 'offerCountry' | 'isRivalPrice'> {
  if (bytes === undefined || bytes.readUInt8() < offerCountryFrom)
    return { offerCountry: '', isRivalPrice: false }
  return {
    offerCountry: countryIn(bytes, bytes.length - countryBytes),
    isRivalPrice: (bytes.readUInt8(20) & (1 << flags.indexOf('isRivalPrice'))) !== 0,
  }
}

export function decodeEvidence(bytes: Buffer): Evidence {
  const ofVersion = bytes.readUInt8()
  assert(ofVersion >= versionMin && ofVersion <= version, 'the version of evidence is known')
  const agent = agentClasses[bytes.readUInt8(19)]
  assert(agent, 'the agent class of evidence is known')
  const bits = bytes.readUInt8(20)
  const isSet = (flag: (typeof flags)[number]): boolean => (bits & (1 << flags.indexOf(flag))) !== 0
  const sdkEnd = fixedBytes + bytes.readUInt8(47)
  const formerHashes = Array.from({ length: bytes.readUInt8(sdkEnd) }, (_, index) =>
    bytes.toString('hex', sdkEnd + 1 + index * hashBytes, sdkEnd + 1 + (index + 1) * hashBytes),
  )
  return {
    ipHash: hashAt(bytes, 1),
    networkHash: hashAt(bytes, 9),
    formerHashes,
    country: countryIn(bytes, 17),
    agent,
    sdk: bytes.toString('latin1', fixedBytes, sdkEnd),
    isDataCenter: isSet('isDataCenter'),
    hasNoPlace: isSet('hasNoPlace'),
    isVast: isSet('isVast'),
    isCountryMismatch: isSet('isCountryMismatch'),
    isRewardedInterstitial: isSet('isRewardedInterstitial'),
    ...offerOf(bytes),
    offerMs: bytes.readInt32BE(21),
    videoMs: bytes.readUInt32BE(25),
    deviceClicks: bytes.readUInt16BE(43),
    deviceImpressions: bytes.readUInt16BE(45),
    measures: measuresOf(bytes),
  }
}
