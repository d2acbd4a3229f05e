import { expect, test } from 'vitest'
import { type Audience, Market } from './market.ts'
import { missedRequests, noRequests, requestsFor } from './missed-requests.ts'

const audience = (change: Partial<Audience> = {}): Audience => ({
  product: 'BANNER',
  platforms: ['AOS'],
  countries: 'Global',
  adult: false,
  ...change,
})

/** Five requests from Korea, two of them from apps that allow adult ads, and three from the United States. */
function aMarket(): Market {
  const market = new Market()
  const segment = market.segment('BANNER', 'AOS')
  segment.requests = 8
  Object.assign(segment.country('KR'), { requests: 5, adultRequests: 2 })
  Object.assign(segment.country('US'), { requests: 3, adultRequests: 0 })
  return market
}

test.each([
  ['a Global ad matches every request', audience(), { all: 8, inItsCountries: 8, matching: 8 }],
  [
    'an ad for one country matches its requests',
    audience({ countries: ['KR'] }),
    { all: 8, inItsCountries: 5, matching: 5 },
  ],
  [
    'an adult ad matches requests of apps that allow it',
    audience({ adult: true }),
    { all: 8, inItsCountries: 8, matching: 2 },
  ],
  ['an ad for another platform sees none', audience({ platforms: ['IOS'] }), noRequests],
])('%s', (_, ad, expected) => {
  expect(requestsFor(aMarket(), ad)).toEqual(expected)
})

test('an ad that does not serve missed every request for its reason', () => {
  const now = { all: 8, inItsCountries: 5, matching: 2 }
  expect(missedRequests(noRequests, now, 'cash')).toEqual([['cash', 8]])
})

test('an ad that serves missed the requests outside its audience', () => {
  const before = { all: 1, inItsCountries: 1, matching: 1 }
  const now = { all: 9, inItsCountries: 6, matching: 3 }
  expect(missedRequests(before, now, undefined)).toEqual([
    ['country', 3],
    ['adult', 3],
  ])
})
