import type { PhoneCountry } from './use-phone.ts'

export interface Weather {
  now: number
  high: number
  low: number
  hours: readonly (readonly [hour: number, degrees: number])[]
  /** From tomorrow on. */
  days: readonly (readonly [high: number, low: number])[]
}

const hoursOf = (...degrees: readonly number[]): Weather['hours'] =>
  degrees.map((degree, index) => [15 + index, degree])

/** Ten days, varied around one day. */
const daysAround = (high: number, low: number): Weather['days'] =>
  [0, -1, -2, -4, -5, -3, -2, -1, -3, -6].map((change) => [high + change, low + change])

/** Fixed weather: only the ads are real. */
export const skies: Record<PhoneCountry, Weather> = {
  KR: { now: 12, high: 15, low: 7, hours: hoursOf(12, 12, 11, 10, 9), days: daysAround(14, 6) },
  JP: { now: 16, high: 18, low: 11, hours: hoursOf(17, 16, 16, 15, 14), days: daysAround(18, 11) },
  US: { now: 14, high: 17, low: 10, hours: hoursOf(15, 15, 14, 13, 12), days: daysAround(17, 10) },
}
