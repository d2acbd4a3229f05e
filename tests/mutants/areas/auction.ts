import type { Mutant } from '../mutants.ts'

const auction = {
  file: 'server/src/domain/auction/auction.ts',
  tests: ['server/src/domain/auction/auction.test.ts'],
}
const ranked = {
  file: 'server/src/domain/auction/ranked-ad.ts',
  tests: ['server/src/domain/auction/auction.test.ts', 'server/src/domain/auction/ranked-ad.test.ts'],
}
const list = {
  file: 'server/src/domain/auction/ranked-list.ts',
  tests: ['server/src/domain/auction/ranked-list.test.ts'],
}
const eligible = {
  file: 'server/src/domain/auction/eligible.ts',
  tests: ['server/src/domain/auction/eligible.test.ts'],
}

export const auctionMutants: readonly Mutant[] = [
  {
    ...auction,
    bug: 'adult ads are shown in every app',
    from: 'if (request.allowsAdult) {',
    to: 'if (!request.allowsAdult || request.allowsAdult) {',
  },
  {
    ...auction,
    bug: 'ads for one country are never shown',
    from: 'if (country && country.general.size > 0) lists.push(country.general)',
    to: '',
  },
  {
    ...auction,
    bug: 'equal ranks are not rotated',
    from: 'return best && ties > 1 ? pickTied(lists, best, turn % ties) : best',
    to: 'return best',
  },
  {
    ...auction,
    bug: 'ties in two lists are counted as one list',
    from: '} else if (order === 0) ties += list.ties',
    to: '}',
  },
  {
    ...auction,
    bug: "an advertiser's own ad sets the price",
    from: 'best = better(best, isOwn ? list.firstOfAnother : list.first)',
    to: 'best = better(best, list.first)',
  },
  {
    ...auction,
    bug: 'a capped runner-up sets the price',
    from: 'if (capped && (capped.has(winner.ad.id) || (runnerUp && capped.has(runnerUp.ad.id)))) {',
    to: 'if (capped?.has(winner.ad.id)) {',
  },
  {
    ...auction,
    bug: 'a capped ad is shown again',
    from: 'if (!capped.has(step.value.ad.id)) return step.value',
    to: 'return step.value',
  },
  {
    ...auction,
    bug: 'a device with only capped ads is told that there is no ad',
    from: "if (!winner) return { winner: undefined, refusal: 'EXCEEDED_IMPRESSION', capped: skipped }",
    to: "if (!winner) return { winner: undefined, refusal: 'AD_NOTFOUND', capped: skipped }",
  },
  {
    ...auction,
    bug: 'among uncapped ads an own ad sets the price',
    from: 'const isRival = (other: RankedAd<Ad>) => other.ad.advertiser.id !== winner.ad.advertiser.id',
    to: 'const isRival = (other: RankedAd<Ad>) => other.ad.id !== winner.ad.id',
  },
  {
    ...ranked,
    bug: 'the first price is paid instead of the second',
    from: 'return Math.max(winner.minPriceMicros, Math.min(winner.bidMicros, price)) as MicrosNumber',
    to: 'return winner.bidMicros',
  },
  {
    ...ranked,
    bug: 'the price is rounded down',
    from: 'const price = isPrecise ? Math.ceil(estimate) : exactPrice(winner, runnerUp)',
    to: 'const price = isPrecise ? Math.floor(estimate) : exactPrice(winner, runnerUp)',
  },
  {
    ...ranked,
    bug: 'an exact price is rounded down',
    from: 'return Number((numerator + denominator - 1n) / denominator)',
    to: 'return Number(numerator / denominator)',
  },
  {
    ...ranked,
    bug: 'MinCost is not a floor of the price',
    from: 'return Math.max(winner.minPriceMicros, Math.min(winner.bidMicros, price)) as MicrosNumber',
    to: 'return Math.min(winner.bidMicros, price) as MicrosNumber',
  },
  {
    ...ranked,
    bug: 'without a rival the ad pays its bid',
    from: 'if (!runnerUp) return winner.minPriceMicros',
    to: 'if (!runnerUp) return winner.bidMicros',
  },
  {
    ...ranked,
    bug: 'the prior of a rate is 100 impressions',
    from: 'const priorImpressions = 1_000',
    to: 'const priorImpressions = 100',
  },
  {
    ...ranked,
    bug: 'ranks are compared as floats',
    from: 'return isSame ? 0 : compareExactly(a, b)',
    to: 'return isSame ? 0 : Math.sign(b.rank - a.rank)',
  },
  {
    ...list,
    bug: 'the head of the list is stale after a change',
    from: 'if (!this.#firstOfAnother || compareRank(changed, this.#firstOfAnother) <= 0) this.#isHeadCurrent = false',
    to: 'if (!this.#firstOfAnother) this.#isHeadCurrent = false',
  },
  {
    ...list,
    bug: 'a full block is split in the wrong order',
    from: 'this.#blocks.splice(blockIndex + 1, 0, block.splice(blockRowsMax >> 1))',
    to: 'this.#blocks.splice(blockIndex, 0, block.splice(blockRowsMax >> 1))',
  },
  {
    ...eligible,
    bug: "a blocked advertiser's ad is served",
    from: "if (ad.advertiser.blocked) return 'advertiser_blocked'",
    to: '',
  },
  {
    ...eligible,
    bug: 'a stopped ad is served',
    from: "if (status !== 'INPROGRESS') return 'stopped'",
    to: '',
  },
  {
    ...eligible,
    bug: 'the hours of the schedule are ignored',
    from: "return isHourOn(week, moment) ? undefined : 'hour_off'",
    to: 'return undefined',
  },
  {
    ...eligible,
    bug: "yesterday's spending counts against today's limit",
    from: 'const today = ad.spentDays.find((day) => day.startsAt === moment.dayStartsAt)',
    to: 'const today = ad.spentDays[0]',
  },
]
