/** Of an empty list 0. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** The median absolute deviation from the median. */
export function medianDeviation(values: readonly number[]): number {
  const middle = median(values)
  return median(values.map((value) => Math.abs(value - middle)))
}

/** Shares and rates that hardly differ must not make every small difference large. */
const deviationMin = 0.02
/** Makes the deviation of a normal distribution equal to its standard deviation. */
const normalFactor = 0.6745

/** How far a share or rate is above those of its group. */
export const robustZ = (value: number, group: readonly number[]): number =>
  (normalFactor * (value - median(group))) / Math.max(deviationMin, medianDeviation(group))

/** Half the sum of the differences of two distributions, each given as counts: 0 if alike, 1 if they never overlap. */
export function distance(a: readonly number[], b: readonly number[]): number {
  const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
  const [totalA, totalB] = [sumOf(a), sumOf(b)]
  if (totalA === 0 || totalB === 0) return 0
  const length = Math.max(a.length, b.length)
  let sum = 0
  for (let index = 0; index < length; index++) {
    sum += Math.abs((a[index] ?? 0) / totalA - (b[index] ?? 0) / totalB)
  }
  return sum / 2
}

/** The standard deviation of the gaps between sorted times, as a share of their mean; undefined with fewer than two. */
export function gapVariation(times: readonly number[]): number | undefined {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  if (gaps.length < 2) return undefined
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  if (mean <= 0) return 0
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length
  return Math.sqrt(variance) / mean
}
