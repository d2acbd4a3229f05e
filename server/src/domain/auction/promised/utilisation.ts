import type { NoServeReason } from '@voltline/contract'
import type { Candidate, LocalMoment } from '../eligible.ts'

type LimitedAd = Pick<Candidate, 'state' | 'spentDays'> & {
  readonly advertiser: { moment: LocalMoment }
  readonly reason: NoServeReason | undefined
}

/** How much of the limits that keep ads from serving is spent: of ad limits and day limits. Undefined if none does. */
export function utilisationOf(ads: Iterable<LimitedAd>): number | undefined {
  let spent = 0
  let limits = 0
  for (const { state, spentDays, advertiser, reason } of ads) {
    if (reason === 'ad_limit') {
      spent += Math.min(state.spentMicros, state.budgetLimitMicros)
      limits += state.budgetLimitMicros
    }
    if (reason === 'day_limit') {
      const { dayStartsAt } = advertiser.moment
      const today = spentDays.find(({ startsAt }) => startsAt === dayStartsAt)?.spentMicros ?? 0
      spent += Math.min(today, state.dayLimitMicros)
      limits += state.dayLimitMicros
    }
  }
  return limits > 0 ? spent / limits : undefined
}
