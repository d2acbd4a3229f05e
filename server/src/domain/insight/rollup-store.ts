import type { InsightReason, Platform, Product } from '@voltline/contract'
import type { AdId, CustomerId, MediumId } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { raw, sql } from '../../platform/database/sql.ts'
import type { DayCounts } from './pending-counts.ts'

/** A request passed the ad's own limits: the device had seen it often enough, another ad won, or it won. */
export const auctionOutcomes = ['capped', 'outbid', 'won'] as const

export interface AdOutcome {
  adId: AdId
  outcome: InsightReason | (typeof auctionOutcomes)[number]
}

export const filled = 'filled'

export interface FillOutcome {
  mediumId: MediumId
  /** '' if it is unknown. */
  country: string
  outcome: InsightReason | typeof filled
}

export interface MarketSegment {
  product: Product
  platform: Platform
  country: string
  /** The app allows adult ads. */
  adult: boolean
}

export interface MarketOutcome extends MarketSegment {
  outcome: InsightReason | typeof filled
}

export interface AuctionRanks extends MarketSegment {
  /** Of the winner. */
  advertiserId: CustomerId
  rankBucket: number
  /** -1 if there was no runner-up. */
  runnerUpBucket: number
  /** At least four advertisers took part. */
  shared: boolean
}

interface KeyColumn<Key> {
  name: string
  type: string
  value: (key: Key) => unknown
}

/** Adds to the stored counts, in key order to avoid deadlocks between delivery processes. */
function adder<Key>(table: string, columns: readonly KeyColumn<Key>[]) {
  const names = ['utc_day', ...columns.map(({ name }) => name)].join(', ')
  const positions = ['utc_day', ...columns.map(({ name }) => name)].map((_, index) => index + 1).join(', ')
  return (tx: Tx, rows: readonly DayCounts<Key>[]): Promise<number> => {
    const values = columns.map(
      ({ type, value }) => sql`${rows.map(({ key }) => value(key))}::${raw(type)}[], `,
    )
    const keys = values.reduce((all, next) => sql`${all}${next}`, raw(''))
    return tx.run(sql`
      insert into ${raw(table)} as known (${raw(names)}, counts)
      select ${raw(`d.utc_day, ${columns.map(({ name }) => `d.${name}`).join(', ')}`)}, d.counts::int[]
        from unnest(${rows.map((row) => row.utcDay)}::date[], ${keys}
                    ${rows.map((row) => `{${row.counts.join()}}`)}::text[]) as d(${raw(names)}, counts)
       order by ${raw(positions)}
          on conflict (${raw(names)}) do update set counts = add_counts(known.counts, excluded.counts)`)
  }
}

const segmentColumns: readonly KeyColumn<MarketSegment>[] = [
  { name: 'product', type: 'text', value: ({ product }) => product },
  { name: 'platform', type: 'text', value: ({ platform }) => platform },
  { name: 'country', type: 'text', value: ({ country }) => country },
  { name: 'adult', type: 'boolean', value: ({ adult }) => adult },
]

export const addAdOutcomes = adder<AdOutcome>('ad_request_rollup', [
  { name: 'ad_id', type: 'int', value: ({ adId }) => adId },
  { name: 'outcome', type: 'text', value: ({ outcome }) => outcome },
])

export const addFillOutcomes = adder<FillOutcome>('fill_rollup', [
  { name: 'medium_id', type: 'int', value: ({ mediumId }) => mediumId },
  { name: 'country', type: 'text', value: ({ country }) => country },
  { name: 'outcome', type: 'text', value: ({ outcome }) => outcome },
])

export const addMarketOutcomes = adder<MarketOutcome>('market_rollup', [
  ...segmentColumns,
  { name: 'outcome', type: 'text', value: ({ outcome }) => outcome },
])

export const addAuctionRanks = adder<AuctionRanks>('auction_rollup', [
  ...segmentColumns,
  { name: 'advertiser_id', type: 'int', value: ({ advertiserId }) => advertiserId },
  { name: 'rank_bucket', type: 'smallint', value: ({ rankBucket }) => rankBucket },
  { name: 'runner_up_bucket', type: 'smallint', value: ({ runnerUpBucket }) => runnerUpBucket },
  { name: 'shared', type: 'boolean', value: ({ shared }) => shared },
])
