import { hour, type Instant, instant, type MicrosNumber, minute, second } from '@voltline/kernel'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AdPromises, type SharedFund } from './ad-promises.ts'
import { ArrivalCurve } from './arrival-curve.ts'

const start = instant(Date.parse('2026-11-16T03:00:00Z'))
const midnight = instant(Date.parse('2026-11-16T00:00:00Z'))
const later = (ms: number): Instant => instant(start + ms)
const never = instant(0)
const price = 1_000

const aFund = (): SharedFund => ({ promisedMicros: 0 as MicrosNumber })

const others = { count: 0 }

function anAd(terms: { expectedRate?: number; billableEvents?: number; lifeMs?: number } = {}) {
  const [campaign, advertiser] = [aFund(), aFund()]
  const { expectedRate = 1, billableEvents = 0, lifeMs = 10 * minute } = terms
  const curve = new ArrivalCurve('IMPRESSION')
  const promises = new AdPromises(
    { lifeMs, curve, funds: [campaign, advertiser], others },
    { expectedRate, billableEvents },
  )
  const pass = (now: Instant, billedUntil = never, dayStartsAt = midnight) =>
    promises.pass(now, { dayStartsAt, billedUntil })
  return { promises, campaign, advertiser, pass }
}

const issue = (promises: AdPromises, at: Instant, count = 1) =>
  promises.issue({ issuedAt: at, count, micros: count * price })
const accept = (promises: AdPromises, issuedAt: Instant, receivedAt: Instant, count = 1) =>
  promises.accept({ issuedAt, receivedAt, count, micros: count * price })

describe('an open offer', () => {
  test('counts at its price from the moment it is issued, also for what the ad shares', () => {
    const { promises, campaign, advertiser } = anAd()
    issue(promises, start, 3)
    expect(promises.promisedMicros).toBe(3 * price)
    expect(promises.promisedTodayMicros).toBe(3 * price)
    expect(campaign.promisedMicros).toBe(3 * price)
    expect(advertiser.promisedMicros).toBe(3 * price)
  })

  test('counts until its event can no longer arrive', () => {
    const { promises, pass } = anAd()
    issue(promises, start, 5)
    pass(later(9 * minute))
    expect(promises.promisedMicros).toBe(5 * price)
    pass(later(10 * minute + 11 * second))
    expect(promises.promisedMicros).toBe(0)
    expect(promises.isEmpty).toBe(true)
  })

  test('of an ad billed on clicks counts for an hour at the ad’s click rate', () => {
    const { promises, pass } = anAd({ expectedRate: 0.02, lifeMs: hour })
    issue(promises, start, 50)
    expect(promises.promisedMicros).toBe(price)
    pass(later(30 * second))
    expect(promises.promisedMicros).toBeGreaterThan(0)
    pass(later(hour + 2 * minute))
    expect(promises.promisedMicros).toBe(0)
  })

  test('that was issued by a clock since set back is forgotten', () => {
    const { promises, pass } = anAd()
    issue(promises, later(hour))
    pass(start)
    expect(promises.promisedMicros).toBe(0)
  })
})

describe('the shown rate is the ad’s own', () => {
  /** Offers every half second, of which a share is shown a second later. */
  function aMinuteOfTraffic(shownShare: number) {
    const ad = anAd()
    for (let ms = 0; ms < minute; ms += second / 2) {
      issue(ad.promises, later(ms), 10)
      if (ms >= second) accept(ad.promises, later(ms - second), later(ms), 10 * shownShare)
      ad.pass(later(ms), later(ms - 2 * second))
    }
    return ad
  }

  test('an ad that is always shown keeps every offer reserved', () => {
    const { promises } = aMinuteOfTraffic(1)
    expect(promises.rate).toBe(1)
    expect(promises.promisedMicros - promises.unbilledMicros).toBe(20 * price)
  })

  test('offers that are never shown do not keep the ad’s money for ten minutes', () => {
    const { promises, pass } = aMinuteOfTraffic(0.6)
    expect(promises.rate).toBeGreaterThan(0.55)
    expect(promises.rate).toBeLessThan(0.7)
    const reserved = (promises.promisedMicros - promises.unbilledMicros) / price
    expect(reserved).toBeGreaterThan(12)
    expect(reserved).toBeLessThan(100)
    pass(later(2 * minute), later(2 * minute))
    expect(promises.promisedMicros).toBeLessThan(2 * price)
  })
})

describe('an accepted event', () => {
  test('takes the place of its offer and counts until the ad’s row shows that billing has decided it', () => {
    const { promises, campaign, pass } = anAd({ billableEvents: 7 })
    issue(promises, start, 3)
    accept(promises, start, later(second), 2)
    expect(promises.promisedMicros).toBe(3 * price)
    expect(promises.unbilledMicros).toBe(2 * price)
    promises.readRow({ expectedRate: 1, billableEvents: 8 }, later(2 * second))
    expect(promises.unbilledMicros).toBe(price)
    promises.readRow({ expectedRate: 1, billableEvents: 9 }, later(2 * second))
    expect(campaign.promisedMicros).toBe(price)
    pass(later(11 * minute))
    expect(campaign.promisedMicros).toBe(0)
  })

  test('counts as long as billing has not reached it, however long that takes', () => {
    const { promises, pass } = anAd()
    accept(promises, start, start, 4)
    pass(later(hour), start)
    expect(promises.promisedMicros).toBe(4 * price)
    pass(later(hour), later(2 * second))
    expect(promises.promisedMicros).toBe(0)
  })

  test('that never counts, such as a click without an impression, goes when billing has passed its time', () => {
    const { promises, pass } = anAd()
    accept(promises, start, start)
    accept(promises, start, later(5 * second))
    promises.readRow({ expectedRate: 1, billableEvents: 1 }, later(6 * second))
    expect(promises.unbilledMicros).toBe(price)
    pass(later(minute), later(30 * second))
    expect(promises.unbilledMicros).toBe(0)
  })

  test('that the database shows before the message about it counts once', () => {
    const { promises } = anAd()
    promises.readRow({ expectedRate: 1, billableEvents: 2 }, start)
    accept(promises, start, start, 2)
    expect(promises.promisedMicros).toBe(0)
    accept(promises, start, start)
    expect(promises.promisedMicros).toBe(price)
  })

  test('of an earlier day counts against the money, not against today’s limit', () => {
    const { promises, pass } = anAd()
    accept(promises, instant(midnight - 2 * second), instant(midnight - second), 2)
    accept(promises, start, start)
    pass(start)
    expect(promises.promisedMicros).toBe(3 * price)
    expect(promises.promisedTodayMicros).toBe(price)
  })

  test('is found in the log after a restart, and not twice', () => {
    const { promises } = anAd()
    accept(promises, start, start)
    const inLog = [
      { second: instant(start - second), count: 2, micros: 2 * price },
      { second: start, count: 1, micros: price },
    ]
    promises.load(start, inLog)
    expect(promises.promisedMicros).toBe(3 * price)
    promises.load(later(second), inLog)
    expect(promises.promisedMicros).toBe(3 * price)
  })
})

test('with other processes, an offer counts once for each of them until they have told theirs', () => {
  const others = { count: 2 }
  const fund = aFund()
  const terms = { lifeMs: 10 * minute, curve: new ArrivalCurve('IMPRESSION'), funds: [fund], others }
  const promises = new AdPromises(terms, { expectedRate: 1, billableEvents: 0 })
  promises.issueOwn({ issuedAt: start, count: 1, micros: price })
  expect(fund.promisedMicros).toBe(3 * price)
  promises.tell()
  expect(fund.promisedMicros).toBe(3 * price)
  issue(promises, start, 2)
  promises.tell()
  expect(fund.promisedMicros).toBe(3 * price)
})

test('an ad that leaves gives back what it promised, and never more', () => {
  const { promises, campaign, advertiser } = anAd()
  issue(promises, start, 4)
  accept(promises, start, start)
  promises.release()
  expect([campaign.promisedMicros, advertiser.promisedMicros]).toEqual([0, 0])
})

test('whatever happens, shared funds hold the sum of their ads, and no promise is below 0', () => {
  const step = fc.record({
    kind: fc.constantFrom('issue', 'accept', 'row', 'pass' as const),
    ad: fc.integer({ min: 0, max: 1 }),
    count: fc.integer({ min: 1, max: 50 }),
    ms: fc.integer({ min: 0, max: 2 * minute }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const fund = aFund()
      const curve = new ArrivalCurve('IMPRESSION')
      const terms = { lifeMs: 10 * minute, curve, funds: [fund], others }
      const ads = [0, 1].map(() => new AdPromises(terms, { expectedRate: 1, billableEvents: 0 }))
      const decided = [0, 0]
      let now = start
      for (const { kind, ad: index, count, ms } of steps) {
        const ad = ads[index]
        if (!ad) continue
        now = instant(now + ms)
        if (kind === 'issue') issue(ad, now, count)
        if (kind === 'accept') accept(ad, instant(now - (ms % minute)), now, count)
        if (kind === 'pass') ad.pass(now, { dayStartsAt: midnight, billedUntil: instant(now - minute) })
        if (kind === 'row') {
          decided[index] = (decided[index] ?? 0) + count
          ad.readRow({ expectedRate: 1, billableEvents: decided[index] }, now)
        }
        if (ads.some(({ promisedMicros }) => promisedMicros < 0 || !Number.isInteger(promisedMicros)))
          return false
        if (fund.promisedMicros !== ads.reduce((sum, { promisedMicros }) => sum + promisedMicros, 0))
          return false
      }
      return true
    }),
  )
})
