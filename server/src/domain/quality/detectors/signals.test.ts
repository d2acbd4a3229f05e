import type { MediumId } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { signalsOf, type UnitWindow } from './signals.ts'
import { distance, gapVariation, median, medianDeviation, robustZ } from './statistics.ts'

const unit = (mediumId: number, more: Partial<UnitWindow> = {}): UnitWindow => ({
  ...{ mediumId: mediumId as MediumId, product: 'BANNER', country: 'KR' },
  ...{ impressions: 500, clicks: 10, watches: 0, installs: 0, actions: 0, invalid: 5 },
  ...{ reported: 515, addressed: 515, topAddress: 10, topNetwork: 12, mismatched: 3 },
  ...{ devices: 100, newDevices: 20, gapDevices: 20, regularDevices: 1 },
  ...{ installTimes: [0, 0, 0, 0, 0, 0], hours: [] },
  ...more,
})
const honest = (count: number, more: Partial<UnitWindow> = {}) =>
  Array.from({ length: count }, (_, index) => unit(index + 1, { clicks: 8 + index, ...more }))
const thresholds = { zMin: 6, eventsMin: () => 200 }
const bad = unit(99, { clicks: 200, topAddress: 400, newDevices: 98 })
const namesOf = (units: readonly UnitWindow[]) =>
  signalsOf(units, thresholds)
    .get(bad.mediumId)
    ?.map(({ signal }) => signal)

test('the median and the deviation from it are not moved by an outlier', () => {
  expect(median([])).toBe(0)
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(medianDeviation([1, 2, 3, 4, 1_000])).toBe(1)
  expect(robustZ(10, [1, 2, 3, 4, 5])).toBeCloseTo(0.6745 * 7)
})

test('units that are all alike differ by at least 0.02, so a small difference is no signal', () => {
  expect(robustZ(0.1, [0, 0, 0, 0, 0])).toBeCloseTo((0.6745 * 0.1) / 0.02)
})

test('distributions are 0 apart if alike in shape, and 1 if they never overlap', () => {
  expect(distance([1, 2, 3], [10, 20, 30])).toBe(0)
  expect(distance([1, 0], [0, 5])).toBe(1)
  expect(distance([], [1])).toBe(0)
})

test('gaps of a timer hardly vary', () => {
  expect(gapVariation([0, 30, 60, 90])).toBe(0)
  expect(gapVariation([0, 5, 60, 90])).toBeGreaterThan(0.5)
  expect(gapVariation([0, 5])).toBeUndefined()
})

test('a unit unlike the others of its product and country has signals, and the others have none', () => {
  const found = signalsOf([...honest(6), bad], thresholds)
  expect([...found.keys()]).toEqual([bad.mediumId])
  const [clicks] = found.get(bad.mediumId) ?? []
  expect(clicks).toMatchObject({ signal: 'click_rate', value: 0.4 })
  expect(clicks?.norm).toBeCloseTo(0.022)
  expect(namesOf([...honest(6), bad])).toEqual(['click_rate', 'address_share', 'new_devices'])
})

test('address and network are one signal, of which the stronger counts', () => {
  const network = unit(99, { topAddress: 10, topNetwork: 400 })
  expect(signalsOf([...honest(6), network], thresholds).get(bad.mediumId)).toMatchObject([
    { signal: 'address_share', value: 400 / 515 },
  ])
})

test('fewer than five units of its country: it is compared with its product; fewer than five of that: with none', () => {
  const abroad = honest(6, { country: 'US' })
  expect(namesOf([...abroad, bad])).toContain('click_rate')
  expect(namesOf([...honest(3), bad])).toBeUndefined()
  expect(namesOf([...honest(6, { product: 'VIDEO' }), bad])).toBeUndefined()
  const small = honest(6, { impressions: 30, clicks: 1, invalid: 0 })
  expect(namesOf([...small, bad])).toBeUndefined()
})

test('fewer than 200 events are not judged, and invalid ones count', () => {
  const few = { ...bad, impressions: 120, clicks: 60, invalid: 19 }
  expect(namesOf([...honest(6), few])).toBeUndefined()
  expect(namesOf([...honest(6), { ...few, invalid: 20 }])).toContain('click_rate')
})
