import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agentClasses, decodeEvidence, type Evidence, encodeEvidence, offerOf } from './evidence.ts'

const hash = fc
  .uint8Array({ minLength: 8, maxLength: 8 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))
  .filter((hex) => hex !== '0'.repeat(16))
const count = fc.integer({ min: 0, max: 0xfffe })
const ms = fc.integer({ min: 0, max: 86_400_000 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const evidence: fc.Arbitrary<Evidence> = fc.record({
  ipHash: fc.oneof(hash, fc.constant('')),
  networkHash: fc.oneof(hash, fc.constant('')),
  formerHashes: fc.array(hash, { maxLength: 12 }),
  country: fc.constantFrom('', 'KR', 'US'),
  agent: fc.constantFrom(...agentClasses),
  sdk: fc.string({ unit: fc.constantFrom(...'abc/1.0-'), maxLength: 40 }),
  isDataCenter: fc.boolean(),
  hasNoPlace: fc.boolean(),
  isVast: fc.boolean(),
  isCountryMismatch: fc.boolean(),
  isRewardedInterstitial: fc.boolean(),
  offerCountry: fc.constantFrom('', 'KR', 'US'),
  isRivalPrice: fc.boolean(),
  offerMs: fc.integer({ min: -600_000, max: 700_000_000 }),
  videoMs: ms,
  deviceClicks: count,
  deviceImpressions: count,
  measures: fc.record({
    visibleMs: maybe(ms),
    visibleRatio: maybe(fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 10_000)),
    width: maybe(count),
    height: maybe(count),
    playedMs: maybe(ms),
  }),
})

test('evidence is decoded as it was encoded', () => {
  fc.assert(
    fc.property(evidence, (given) => {
      expect(decodeEvidence(encodeEvidence(given))).toEqual(given)
    }),
  )
})

test('evidence of version 1, without the offer’s country, is still read', () => {
  fc.assert(
    fc.property(evidence, (given) => {
      const bytes = encodeEvidence({ ...given, isRivalPrice: false }).subarray(0, -2)
      bytes.writeUInt8(1)
      const unknown = { offerCountry: '', isRivalPrice: false }
      expect(decodeEvidence(bytes)).toEqual({ ...given, ...unknown })
      expect(offerOf(bytes)).toEqual(unknown)
    }),
  )
})

test('what evidence says about its offer is read alone', () => {
  expect(offerOf(undefined)).toEqual({ offerCountry: '', isRivalPrice: false })
  fc.assert(
    fc.property(evidence, (given) => {
      const { offerCountry, isRivalPrice } = given
      expect(offerOf(encodeEvidence(given))).toEqual({ offerCountry, isRivalPrice })
    }),
  )
})
