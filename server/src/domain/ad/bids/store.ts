import type { CampaignType, PricingModel, Product } from '@voltline/contract'
import { type BigWon, type CustomerId, type Instant, type Won, wholeWon, wonOfBig } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { canAffordLeastCharge, leastRemainingOfAd, microsPerWonBidOfAd } from '../afford.ts'
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
      select a.customer_id, least(a.max_cost_won, ${leastRemainingOfAd} / ${microsPerWonBidOfAd}) as bid_won
        from ad a
        join campaign c using (campaign_id)
        join customer owner on owner.customer_id = a.customer_id and owner.blocked_at is null
        join ledger_account cash on cash.kind = 'CASH' and cash.customer_id = a.customer_id
        left join ad_day d on d.ad_id = a.ad_id and d.day_starts_at <= ${at(now)} and d.day_ends_at > ${at(now)}
       where a.status = 'INPROGRESS' and a.customer_id <> ${owner} and a.product = ${market.product}
         and a.billing_type = ${market.billingType}
         and (${isForBoth} or a.camp_type in (${market.campType}, 'BOTH'))
         and ${canAffordLeastCharge})
    select count(distinct customer_id) as advertisers, min(bid_won) as lowest_won, max(bid_won) as highest_won
      from live`,
  )
}
