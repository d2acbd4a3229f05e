import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  floorWon,
  type Millionths,
  micros,
  parseMillionths,
  parseWon,
  split,
  sumMicros,
  userShare,
  wholeParts,
  wholeWon,
  won,
  wonNumber,
  wonText,
} from './money.ts'

const manyRuns = 100_000
const amounts = fc.bigInt({ min: 0n, max: 2n ** 62n })
const networkShares = fc.integer({ min: 0, max: 900_000 }).map((share) => share as Millionths)

describe('split', () => {
  test('threat 16: each of 1,000,000 charges is split without a remainder', () => {
    let state = 1
    const next = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    let wrong = 0
    for (let index = 0; index < 1_000_000; index++) {
      const price = BigInt(next(100_000)) * BigInt(next(1_000_000)) + BigInt(next(1_000))
      const { user, publisher, network } = split(micros(price), next(900_001) as Millionths)
      if (user + publisher + network !== price || user < 0n || publisher < 0n || network < 0n) wrong++
    }
    expect(wrong).toBe(0)
  })

  test('CONST-08 the shares of a price add up to it and none is negative, in 100,000 cases', () => {
    fc.assert(
      fc.property(amounts, networkShares, (amount, networkShare) => {
        const { user, publisher, network } = split(micros(amount), networkShare)
        return user + publisher + network === amount && user >= 0n && publisher >= 0n && network >= 0n
      }),
      { numRuns: manyRuns },
    )
  })

  test('CONST-08 the user gets a tenth and the publisher what the network’s share leaves, both rounded down', () => {
    fc.assert(
      fc.property(amounts, networkShares, (amount, networkShare) => {
        const { user, publisher } = split(micros(amount), networkShare)
        const publisherShare = BigInt(1_000_000 - 100_000 - networkShare)
        return user === amount / 10n && publisher === (amount * publisherShare) / 1_000_000n
      }),
      { numRuns: 10_000 },
    )
  })

  test('the network keeps remainders, and all of a price of one micro', () => {
    expect(split(micros(1n), 200_000 as Millionths)).toEqual({ user: 0n, publisher: 0n, network: 1n })
    expect(split(micros(19n), 200_000 as Millionths)).toEqual({ user: 1n, publisher: 13n, network: 5n })
    expect(split(won(1_000), 200_000 as Millionths)).toEqual({
      user: won(100),
      publisher: won(700),
      network: won(200),
    })
  })

  test('a negative price is a fault', () => {
    expect(() => split(micros(-1n), 0 as Millionths)).toThrow()
  })

  test('CONST-08 the user’s share is ten per cent', () => {
    expect(userShare).toBe(100_000)
  })
})

describe('won', () => {
  test('the text of an amount is exact and reads back, above 2^53 micros as well', () => {
    expect(wonText(micros(1_234_500_000n))).toBe('1234.5')
    expect(wonText(micros(-1n))).toBe('-0.000001')
    expect(wonText(micros(0n))).toBe('0')
    expect(wonText(micros(9_007_199_254_740_993n))).toBe('9007199254.740993')
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }), (amount) => {
        return parseWon(wonText(micros(amount))) === amount
      }),
      { numRuns: 10_000 },
    )
  })

  test('as a JSON number it is exact up to eight billion won', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 8_000_000_000_000_000n }), (amount) => {
        return parseWon(wonNumber(micros(amount)).toFixed(6)) === amount
      }),
      { numRuns: 10_000 },
    )
  })

  test('sums over 2^53 micros stay exact: five times two billion won', () => {
    const budget = won(2_000_000_000)
    const sum = Array.from({ length: 5 }, () => budget).reduce(
      (total, one) => micros(total + one),
      micros(1n),
    )
    expect(sum).toBe(10_000_000_000_000_001n)
    expect(wonText(sum)).toBe('10000000000.000001')
  })

  test('payouts floor to whole won', () => {
    expect(floorWon(micros(100_000_999_999n))).toBe(100_000)
    expect(floorWon(micros(999_999n))).toBe(0)
  })

  test('fractions of a won never arrive as a float', () => {
    for (const amount of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => won(amount)).toThrow()
    for (const text of ['', '1.', '.5', '1.0000001', '1e3', '+1', ' 1'])
      expect(() => parseWon(text)).toThrow()
  })
})

test('a share is read from its decimal text, never through a float', () => {
  expect(parseMillionths('0.2')).toBe(200_000)
  expect(parseMillionths('0.000001')).toBe(1)
  expect(parseMillionths('0')).toBe(0)
  expect(parseMillionths('1')).toBe(1_000_000)
  for (const text of ['', '.2', '1.1', '2', '-0.1', '0.0000001', '1e-1', '20%']) {
    expect([text, parseMillionths(text)]).toEqual([text, undefined])
  }
})

describe('whole parts', () => {
  const parts = fc.array(fc.bigInt({ min: -(2n ** 45n), max: 2n ** 45n }).map(micros), { maxLength: 40 })
  const isNear = (whole: number, exact: bigint) => {
    const off = won(whole) - exact
    return off < 1_000_000n && off > -1_000_000n
  }

  test('rows in whole won add up to their total, and none is a won from its exact amount', () => {
    fc.assert(
      fc.property(parts, (amounts) => {
        const whole = wholeParts(amounts)
        const total = whole.reduce((sum, row) => sum + row, 0)
        expect(total).toBe(floorWon(sumMicros(amounts)))
        expect(whole.every((row, index) => isNear(row, amounts[index] ?? 0n))).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })

  test('rows below an expanded row add up to the amount that the row shows, rounded down or up', () => {
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 6 }), (groups) => {
        const shown = wholeParts(groups.map(sumMicros))
        groups.forEach((group, index) => {
          const below = wholeParts(group, shown[index])
          expect(below.reduce((sum, row) => sum + row, 0)).toBe(shown[index])
          expect(below.every((row, at) => isNear(row, group[at] ?? 0n))).toBe(true)
        })
      }),
      { numRuns: 2_000 },
    )
  })

  test('the movements of a month add up to the difference of its whole balances, and none appears from nothing', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 45n }), parts, (opening, movements) => {
        const closing = micros(opening + sumMicros(movements))
        fc.pre(closing >= 0n && movements.length > 0)
        const change = wholeWon(floorWon(closing) - floorWon(micros(opening)))
        const whole = wholeParts(movements, change)
        expect(whole.reduce((sum, row) => sum + row, 0)).toBe(change)
        expect(whole.every((row, index) => movements[index] !== 0n || row === 0)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('the largest fractions get the remainder; a total from another moment is not forced on the rows', () => {
    const amounts = ['1.2', '2.9', '3.9'].map(parseWon)
    expect(wholeParts(amounts)).toEqual([1, 3, 4])
    expect(wholeParts(amounts, wholeWon(100))).toEqual([1, 3, 4])
    expect(wholeParts([])).toEqual([])
  })
})
