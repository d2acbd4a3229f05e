import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Platform, PricingModel, Product } from '@voltline/contract'
import type { AdId, CustomerId, MicrosNumber } from '@voltline/kernel'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AdRequest, decide } from './auction.ts'
import { type Audience, Market } from './market.ts'
import { type Bidder, eventRate, rankAd } from './ranked-ad.ts'

/** An ad of a recorded case. The field names are those of the files. */
interface Terms {
  id: number
  advertiser: number
  billingType: PricingModel
  /** Whole won; per 1,000 impressions for CPM. */
  minCost: number
  maxCost: number
  leftMicros?: number
  impressions?: number
  billableEvents?: number
  product?: Product
  platforms?: Platform[]
  countries?: string[] | 'Global'
  adult?: boolean
}
interface Case {
  name: string
  ads: Terms[]
  request: Omit<AdRequest, 'capped'> & { capped?: number[] }
  expect: {
    winner?: number
    winners?: number[]
    priceMicros?: number
    priceOf?: Record<string, number>
    refusal?: string
  }
}

const audienceOf = (ad: Terms, request: Pick<AdRequest, 'product'>): Audience => ({
  product: ad.product ?? request.product,
  platforms: ad.platforms ?? ['AOS'],
  countries: ad.countries ?? 'Global',
  adult: ad.adult ?? false,
})
const perEvent = (ad: Terms, costWon: number) =>
  (costWon * (ad.billingType === 'CPM' ? 1_000 : 1_000_000)) as MicrosNumber

function marketOf(ads: readonly Terms[], request: Pick<AdRequest, 'product'>): Market<Bidder> {
  const market = new Market<Bidder>()
  for (const ad of ads) {
    const bidder = { id: ad.id as AdId, advertiser: { id: ad.advertiser as CustomerId } }
    const rate = eventRate(ad.billingType, {
      billableEvents: ad.billableEvents ?? 0,
      impressions: ad.impressions ?? 0,
    })
    const bid = Math.min(perEvent(ad, ad.maxCost), ad.leftMicros ?? Number.MAX_SAFE_INTEGER)
    const ranked = rankAd(bidder, {
      bidMicros: bid as MicrosNumber,
      minPriceMicros: perEvent(ad, ad.minCost),
      rate,
    })
    for (const list of market.listsFor(audienceOf(ad, request))) list.add(ranked)
  }
  return market
}

const requestOf = (recorded: Case): AdRequest => ({
  ...recorded.request,
  capped: recorded.request.capped && new Set(recorded.request.capped as AdId[]),
})

const folder = join(import.meta.dirname, 'cases')
describe.each(readdirSync(folder))('recorded auctions: %s', (file) => {
  const cases: Case[] = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  test.each(cases.map((recorded) => [recorded.name, recorded] as const))('%s', (_, recorded) => {
    const market = marketOf(recorded.ads, recorded.request)
    const expected = recorded.expect
    const winners = new Set<number>()
    for (let turn = 0; turn < 24; turn++) {
      const decision = decide(market, requestOf(recorded), turn)
      if (!decision.winner) {
        expect(decision.refusal).toBe(expected.refusal)
        continue
      }
      const { id } = decision.winner.ad
      winners.add(id)
      expect(decision.priceMicros).toBe(expected.priceOf?.[id] ?? expected.priceMicros)
    }
    expect([...winners].sort()).toEqual(expected.winners ?? (expected.winner ? [expected.winner] : []))
  })
})

/** Reference implementation of the rules in integers: filter, sort, divide. */
function decidePlainly(ads: readonly Terms[], request: AdRequest) {
  const eventsPerThousand = { CPM: 0n, CPC: 20n, CPV: 500n, nCPI: 2n, nCPA: 1n }
  const bids = ads
    .filter((ad) => {
      const audience = audienceOf(ad, request)
      return (
        audience.product === request.product &&
        audience.platforms.includes(request.platform) &&
        (audience.countries === 'Global' || audience.countries.includes(request.country)) &&
        (!audience.adult || request.allowsAdult)
      )
    })
    .map((ad) => {
      const isCpm = ad.billingType === 'CPM'
      return {
        ad,
        bid: BigInt(Math.min(perEvent(ad, ad.maxCost), ad.leftMicros ?? Number.MAX_SAFE_INTEGER)),
        numerator: isCpm ? 1n : BigInt(ad.billableEvents ?? 0) + eventsPerThousand[ad.billingType],
        denominator: isCpm ? 1n : BigInt(ad.impressions ?? 0) + 1_000n,
      }
    })
  type Bid = (typeof bids)[number]
  const order = (a: Bid, b: Bid) => {
    const gap = b.bid * b.numerator * a.denominator - a.bid * a.numerator * b.denominator
    return gap > 0n ? 1 : gap < 0n ? -1 : 0
  }
  const open = bids.filter(({ ad }) => !request.capped?.has(ad.id as AdId)).sort(order)
  const first = open[0]
  if (!first) return { refusal: bids.length > 0 ? 'EXCEEDED_IMPRESSION' : 'AD_NOTFOUND', prices: new Map() }
  const prices = new Map<number, number>()
  for (const winner of open.filter((other) => order(first, other) === 0)) {
    const rival = open.find(({ ad }) => ad.advertiser !== winner.ad.advertiser)
    const least = perEvent(winner.ad, winner.ad.minCost)
    const numerator = rival ? rival.bid * rival.numerator * winner.denominator : 0n
    const denominator = rival ? rival.denominator * winner.numerator : 1n
    const price = Number((numerator + denominator - 1n) / denominator)
    prices.set(winner.ad.id, Math.max(least, Math.min(price, Number(winner.bid))))
  }
  return { refusal: undefined, prices }
}

const someTerms: fc.Arbitrary<Omit<Terms, 'id'>> = fc
  .record({
    advertiser: fc.integer({ min: 1, max: 4 }),
    billingType: fc.constantFrom<PricingModel>('CPM', 'CPC', 'CPV', 'nCPI', 'nCPA'),
    minCost: fc.integer({ min: 1, max: 30 }),
    more: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 99_000 })),
    leftMicros: fc.option(fc.integer({ min: 30_000_000, max: 60_000_000 }), { nil: undefined }),
    impressions: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2_000_000_000 })),
    share: fc.integer({ min: 0, max: 7 }),
    product: fc.constantFrom<Product>('BANNER', 'VIDEO'),
    platforms: fc.constantFrom<Platform[]>(['AOS'], ['IOS'], ['AOS', 'IOS']),
    countries: fc.constantFrom<string[] | 'Global'>('Global', ['KR'], ['KR', 'US'], ['US']),
    adult: fc.boolean(),
  })
  .map(({ more, share, leftMicros, ...rest }) => ({
    ...rest,
    maxCost: rest.minCost + more,
    billableEvents: Math.floor((rest.impressions * share) / 11),
    ...(leftMicros === undefined ? {} : { leftMicros }),
  }))

test('the ranked lists decide exactly as the reference implementation, over random markets', () => {
  const seed = 20_261_115
  fc.assert(
    fc.property(
      fc.array(someTerms, { maxLength: 30 }),
      fc.constantFrom('KR', 'US', 'JP', ''),
      fc.boolean(),
      fc.array(fc.integer({ min: 1, max: 30 })),
      (terms, country, allowsAdult, cappedIds) => {
        const ads = terms.map((ad, index) => ({ ...ad, id: index + 1 }))
        const capped = cappedIds.length > 0 ? new Set(cappedIds as AdId[]) : undefined
        const request: AdRequest = { product: 'BANNER', platform: 'AOS', country, allowsAdult, capped }
        const market = marketOf(ads, request)
        const expected = decidePlainly(ads, request)
        const winners = new Set<number>()
        for (let turn = 0; turn < 30; turn++) {
          const decision = decide(market, request, turn)
          if (!decision.winner) {
            expect(decision.refusal).toBe(expected.refusal)
            continue
          }
          winners.add(decision.winner.ad.id)
          expect(decision.priceMicros).toBe(expected.prices.get(decision.winner.ad.id))
        }
        expect([...winners].sort()).toEqual([...expected.prices.keys()].sort())
      },
    ),
    { seed, numRuns: 2_000 },
  )
})

test('bids that differ by less than float precision are ranked correctly', () => {
  const near = (id: number, billableEvents: number): Terms => ({
    id,
    advertiser: id,
    billingType: 'CPC',
    minCost: 1,
    maxCost: 100_000,
    impressions: 9_000_000_000_000_000,
    billableEvents,
  })
  // The rates differ by one billable event in 9·10^15 impressions.
  const ads = [near(1, 4_503_599_627_370_001), near(2, 4_503_599_627_370_002)]
  const request: AdRequest = {
    product: 'BANNER',
    platform: 'AOS',
    country: 'KR',
    allowsAdult: false,
    capped: undefined,
  }
  for (let turn = 0; turn < 4; turn++) {
    expect(decide(marketOf(ads, request), request, turn).winner?.ad.id).toBe(2)
  }
})

test('many equal ads are served about equally often', () => {
  const ads = Array.from({ length: 600 }, (_, index): Terms => {
    const id = index + 1
    return { id, advertiser: id, billingType: 'CPM', minCost: 1_000, maxCost: 2_000 }
  })
  const request: AdRequest = {
    product: 'BANNER',
    platform: 'AOS',
    country: 'KR',
    allowsAdult: false,
    capped: undefined,
  }
  const market = marketOf(ads, request)
  const served = new Map<number, number>()
  for (let turn = 0; turn < 6_000; turn++) {
    const id = decide(market, request, turn).winner?.ad.id ?? 0
    served.set(id, (served.get(id) ?? 0) + 1)
  }
  expect(served.size).toBe(600)
  expect(new Set(served.values())).toEqual(new Set([10]))
})
