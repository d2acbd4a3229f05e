import { microsOfNumber, sumMicros, wholeParts, wholeWon, wonNumber } from '@voltline/kernel'

/** Rows whose amounts are whole won and add up to what the total, or the row above them, shows. */
export function inWholeWon<K extends string, R extends Record<K, number>>(
  rows: readonly R[],
  key: K,
  totalWon?: number,
): R[] {
  const amounts = rows.map((row) => microsOfNumber(row[key]))
  const whole = wholeParts(amounts, totalWon === undefined ? undefined : wholeWon(Math.trunc(totalWon)))
  return rows.map((row, index) => ({ ...row, [key]: whole[index] }))
}

/** The sum of amounts in won, exact to the micro-won. */
export const sumWon = (amounts: readonly number[]): number =>
  wonNumber(sumMicros(amounts.map(microsOfNumber)))
