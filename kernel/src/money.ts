import { assert } from './assert.ts'

/** One millionth of a won. A CPM bid of N won is exactly N * 1_000 micros per impression. */
export type Micros = bigint & { readonly unit: 'micro-won' }

/** Whole won in a number: what people type and see, such as a bid or a budget. */
export type Won = number & { readonly unit: 'won' }

/** Whole won as a bigint column holds it. */
export type BigWon = bigint & { readonly unit: 'won' }

/** Micros in a number, for the ad decision alone: bigint arithmetic is too slow there. */
export type MicrosNumber = number & { readonly unit: 'micro-won' }

const microsPerWon = 1_000_000n

export const micros = (value: bigint): Micros => value as Micros

export const noMoney: Micros = micros(0n)

export function wholeWon(amount: number): Won {
  assert(Number.isSafeInteger(amount), 'a won amount is a whole number')
  return amount as Won
}

/** A number of whole won in micros. Fractions of a won arrive as micros, never as a float. */
export const won = (amount: number): Micros => micros(BigInt(wholeWon(amount)) * microsPerWon)

/** Rounds down: the fraction of a won that a payout leaves stays on the publisher's account. */
export const floorWon = (amount: Micros): Won => wholeWon(Number(amount / microsPerWon))

/** The amount of a JSON number in won, which has at most six decimals. */
export const microsOfNumber = (amountWon: number): Micros => parseWon(amountWon.toFixed(6))

export const sumMicros = (amounts: readonly Micros[]): Micros =>
  amounts.reduce((sum, amount) => micros(sum + amount), noMoney)

/**
 * The parts of a sum in whole won, such that they add up to `totalWon`: all are rounded down, then the parts with the
 * largest fractions get one won each. No part differs from its exact amount by a won or more. A total that is a won or
 * more from the sum was read at another moment; the sum itself, without its fraction, replaces it.
 */
export function wholeParts(parts: readonly Micros[], totalWon?: Won): Won[] {
  const sum = sumMicros(parts)
  const given = totalWon === undefined ? undefined : won(totalWon) - sum
  const isNear = given !== undefined && given < microsPerWon && given > -microsPerWon
  const total = isNear && totalWon !== undefined ? totalWon : floorWon(sum)
  const rows = parts.map((amount, index) => {
    const fraction = ((amount % microsPerWon) + microsPerWon) % microsPerWon
    return { index, fraction, whole: Number((amount - fraction) / microsPerWon) }
  })
  const missing = total - rows.reduce((wholes, row) => wholes + row.whole, 0)
  const raised = rows.toSorted((one, other) => Number(other.fraction - one.fraction)).slice(0, missing)
  const isRaised = new Set(raised.map((row) => row.index))
  return rows.map((row) => wholeWon(row.whole + (isRaised.has(row.index) ? 1 : 0)))
}

export const wonOfBig = (amount: BigWon): Won => wholeWon(Number(amount))

/** Limits stay far below the largest safe integer. Only cash can exceed it, and is then above every limit anyway. */
export const microsNumber = (amount: Micros): MicrosNumber =>
  Number(amount > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : amount) as MicrosNumber

/**
 * The exact decimal text of an amount in won, such as `1234.5` or `-0.000001`.
 * Written from the integer, because sums above 2^53 micros lose digits as a float.
 */
export function wonText(amount: Micros): string {
  const sign = amount < 0n ? '-' : ''
  const size = amount < 0n ? -amount : amount
  const whole = size / microsPerWon
  const part = (size % microsPerWon).toString().padStart(6, '0').replace(/0+$/, '')
  return part ? `${sign}${whole}.${part}` : `${sign}${whole}`
}

/** An amount as a JSON number in console responses. Exact to the micro up to 2^33, more than eight billion won. */
export const wonNumber = (amount: Micros): number => Number(wonText(amount))

/** Reads what `wonText` wrote. */
export function parseWon(text: string): Micros {
  const found = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text)
  assert(found, 'a won amount has at most six decimals')
  const [, sign, whole = '0', part = ''] = found
  const size = BigInt(whole) * microsPerWon + BigInt(part.padEnd(6, '0'))
  return micros(sign ? -size : size)
}

/** The network's share of a charge in millionths, so that no float ever touches money. */
export type Millionths = number & { readonly unit: 'millionths' }

/** Reads a share such as `0.2` from its decimal text. */
export function parseMillionths(text: string): Millionths | undefined {
  if (!/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text)) return undefined
  const [whole = '0', part = ''] = text.split('.')
  return (Number(whole) * 1_000_000 + Number(part.padEnd(6, '0'))) as Millionths
}

/** The user's share of every price: 10%. */
export const userShare = 100_000 as Millionths

export interface Shares {
  user: Micros
  publisher: Micros
  network: Micros
}

/** Splits a charge. User and publisher are rounded down and the network keeps the remainder, so the shares sum to the price. */
export function split(price: Micros, networkShare: Millionths): Shares {
  assert(price >= 0n, 'a price is not negative')
  const part = (share: number) => micros((price * BigInt(share)) / 1_000_000n)
  const user = part(userShare)
  const publisher = part(1_000_000 - userShare - networkShare)
  return { user, publisher, network: micros(price - user - publisher) }
}
