import type { CampaignType, PricingModel, Product } from '@voltline/contract'
import { type BigWon, type CustomerId, type Instant, type Won, wholeWon, wonOfBig } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { microsPerWonBidOfAd } from '../afford.ts'
import type { RivalBids } from './bid-cost.ts'

export interface Market {
  product: Product
  campType: CampaignType
  billingType: PricingModel
}

const wonOrZero = (amount: BigWon | null): Won => (amount === null ? wholeWon(0) : wonOfBig(amount))

/**
 * A live bid is MaxCost, or what the ad can still spend if that is less. Ads that cannot afford MinCost do not bid.
 * The current spending day is the row of ad_day that contains `now`, so advertisers' zones are not needed.
 */
export function rivalBids(
  session: ReadSession,
  owner: CustomerId,
  market: Market,
  now: Instant,
): Promise<RivalBids> {
  const isForBoth = market.campType === 'BOTH' || market.campType === 'WEB'
  return session.one(
    (row) => ({
      advertisers: Number(row.advertisers),
      lowestWon: wonOrZero(row.lowest_won),
      highestWon: wonOrZero(row.highest_won),
    }),
    sql<{ advertisers: bigint; lowest_won: BigWon | null; highest_won: BigWon | null }>`
    with live as (
      select a.customer_id, a.min_cost_won, a.max_cost_won,
             least(a.day_limit_micros - coalesce(d.spent_micros, 0), a.budget_limit_micros - a.spent_micros,
                   c.budget_micros - c.spent_micros, cash.balance_micros)
               / ${microsPerWonBidOfAd} as remaining_won
        from ad a
        join campaign c using (campaign_id)
        join customer owner on owner.customer_id = a.customer_id and owner.blocked_at is null
        join ledger_account cash on cash.kind = 'CASH' and cash.customer_id = a.customer_id
        left join ad_day d on d.ad_id = a.ad_id and d.day_starts_at <= ${at(now)} and d.day_ends_at > ${at(now)}
       where a.status = 'INPROGRESS' and a.customer_id <> ${owner} and a.product = ${market.product}
         and a.billing_type = ${market.billingType}
         and (${isForBoth} or a.camp_type in (${market.campType}, 'BOTH')))
    select count(distinct customer_id) as advertisers,
           min(least(max_cost_won, remaining_won))::bigint as lowest_won,
           max(least(max_cost_won, remaining_won))::bigint as highest_won
      from live where remaining_won >= min_cost_won`,
  )
}
