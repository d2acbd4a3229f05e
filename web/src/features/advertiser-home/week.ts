import type { advertiserOverview, Received } from '@voltline/contract'
import { inWholeWon, sumWon } from '../../ui/table/whole-won.ts'

export type Overview = Received<typeof advertiserOverview>
type DaySum = Overview['days'][number]

export const metrics = ['spend', 'impressions', 'clicks', 'ctr'] as const
export type Metric = (typeof metrics)[number]

/** A day's figure; CTR in percent. */
export const figureOf: Record<Metric, (day: DaySum) => number> = {
  spend: (day) => day.Spend,
  impressions: (day) => day.Impressions,
  clicks: (day) => day.Clicks,
  ctr: (day) => day.CTR * 100,
}

const sum = (days: readonly DaySum[], of: (day: DaySum) => number): number =>
  days.reduce((total, day) => total + of(day), 0)

/** The figure of several days together; CTR is that of all of them, in percent. */
export function totalOf(days: readonly DaySum[], metric: Metric): number {
  if (metric === 'spend') return sumWon(days.map((day) => day.Spend))
  if (metric !== 'ctr') return sum(days, figureOf[metric])
  const impressions = sum(days, figureOf.impressions)
  return impressions === 0 ? 0 : (sum(days, figureOf.clicks) / impressions) * 100
}

/**
 * The change of the full days against the same days a week before: a ratio, for CTR in percentage points.
 * Today is not over, so it is compared with nothing. Null when there was nothing the week before.
 */
export function changeOf({ days, before }: Pick<Overview, 'days' | 'before'>, metric: Metric): number | null {
  const now = totalOf(days.slice(0, -1), metric)
  const then = totalOf(before.slice(0, -1), metric)
  if (then === 0) return null
  return metric === 'ctr' ? now - then : now / then - 1
}

/** The overview in whole won: the days and the campaigns each add up to the week's spend. */
export function wholeWeek<W extends Pick<Overview, 'days' | 'before' | 'campaigns'>>(week: W): W {
  const spend = Math.trunc(totalOf(week.days, 'spend'))
  return {
    ...week,
    days: inWholeWon(week.days, 'Spend', spend),
    before: inWholeWon(week.before, 'Spend'),
    campaigns: inWholeWon(week.campaigns, 'Spend', spend),
  }
}
