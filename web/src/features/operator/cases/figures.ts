export const hourMetrics = ['Impressions', 'Clicks', 'Watches', 'Installs'] as const
export type HourMetric = (typeof hourMetrics)[number]

/** Each hour as a percentage of all hours, so that a unit and the network fit one axis. */
export function sharesOf(
  hours: readonly Readonly<Record<HourMetric, number>>[],
  metric: HourMetric,
): number[] {
  const all = hours.reduce((sum, hour) => sum + hour[metric], 0)
  return hours.map((hour) => (all === 0 ? 0 : (hour[metric] / all) * 100))
}

const units = [
  { unit: 'days', seconds: 86_400 },
  { unit: 'hoursFrom', seconds: 3_600 },
  { unit: 'minutes', seconds: 60 },
  { unit: 'seconds', seconds: 1 },
] as const

/** A duration in its largest whole unit. */
export function durationOf(seconds: number) {
  const found = units.find((unit) => seconds >= unit.seconds && seconds % unit.seconds === 0) ?? units[3]
  return { unit: found.unit, amount: seconds / found.seconds }
}
