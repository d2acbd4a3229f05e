import { bidCost, type CampaignType, type PricingModel, type Product } from '@voltline/contract'
import { type CustomerId, type Instant, minute, ok, refuse } from '@voltline/kernel'
import { type RivalBids, suggestedRange } from '../../../domain/ad/bid-cost.ts'
import type { ReadSession } from '../../../platform/database/database.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts'
import type { FeatureServices } from '../../feature.ts'

/** A screen asks every 5 seconds; two of them may be open, and a little more. */
const rate = { count: 40, windowMs: minute }

interface Question {
  product: Product
  campType: CampaignType
  billingType: PricingModel
}

/**
 * A live bid is MaxCost, or what is left where that is less. Ads whose money is used up bid nothing; what an ad may
 * still spend today is known from its running day without asking for the advertiser's zone.
 */
const rivalBids = (
  session: ReadSession,
  owner: CustomerId,
  asked: Question,
  now: Instant,
): Promise<RivalBids> => {
  const forBoth = asked.campType === 'BOTH' || asked.campType === 'WEB'
  return session.one(
    (row) => ({
      advertisers: Number(row.advertisers),
      lowest: Number(row.lowest ?? 0),
      highest: Number(row.highest ?? 0),
    }),
    sql`
    with live as (
      select a.customer_id, a.min_cost_won, a.max_cost_won,
             least(a.day_limit_micros - coalesce(d.spent_micros, 0), a.budget_limit_micros - a.spent_micros,
                   c.budget_micros - c.spent_micros, cash.balance_micros)
               / case a.billing_type when 'CPM' then 1000 else 1000000 end as left_won
        from ad a
        join campaign c using (campaign_id)
        join customer owner on owner.customer_id = a.customer_id and owner.blocked_at is null
        join ledger_account cash on cash.kind = 'CASH' and cash.customer_id = a.customer_id
        left join ad_day d on d.ad_id = a.ad_id and d.day_starts_at <= ${at(now)} and d.day_ends_at > ${at(now)}
       where a.status = 'INPROGRESS' and a.customer_id <> ${owner} and a.product = ${asked.product}
         and a.billing_type = ${asked.billingType}
         and (${forBoth} or a.camp_type in (${asked.campType}, 'BOTH')))
    select count(distinct customer_id) as advertisers, min(least(max_cost_won, left_won)) as lowest,
           max(least(max_cost_won, left_won)) as highest
      from live where left_won >= min_cost_won`,
  )
}

export function registerBidCost({ handle, db, clock, settings }: FeatureServices): void {
  const limiter = new RateLimiter()

  handle(bidCost, async ({ input, session }) => {
    const now = clock.now()
    if (settings.rateLimits && !limiter.take(String(session.customerId), rate, now)) {
      return refuse('TRYAGAIN_LATER')
    }
    const rivals = await db.read((reader) => rivalBids(reader, session.customerId, input, now))
    return ok({ value: suggestedRange(input.billingType, rivals) })
  })
}
