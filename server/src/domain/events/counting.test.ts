import type { ActionType } from '@voltline/contract'
import {
  type AdId,
  type CampaignId,
  type Day,
  day,
  type Instant,
  instant,
  type MediumId,
  type Micros,
  micros,
  noMoney,
  won,
} from '@voltline/kernel'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Verdict } from '../quality/rules/rules.ts'
import { type CountedAd, EventCounter, eventKey, installKey, waitMsMax } from './counting.ts'
import type { LoggedEvent } from './event-reader.ts'

const now = instant(Date.parse('2026-11-15T03:00:00Z'))
const adId = 1 as AdId
const campaignId = 10 as CampaignId
const mediumId = 5 as MediumId

const event = (
  action: ActionType,
  receivedAt: Instant = now,
  change: Partial<LoggedEvent> = {},
): LoggedEvent => ({
  issueDay: '2026-11-15' as Day,
  offerId: '11111111-1111-4111-8111-111111111111',
  action,
  receivedAt,
  adId,
  mediumId,
  deviceId: 'device',
  priceMicros: won(1),
  major: 1n,
  minor: 1n,
  ...change,
})

interface Given {
  billingType?: CountedAd['billingType']
  counted?: readonly LoggedEvent[]
  waiting?: readonly LoggedEvent[]
  installs?: ReadonlyMap<string, Instant>
  charge?: (event: LoggedEvent) => Micros
  judged?: ReadonlyMap<string, Verdict & { receivedAt: Instant }>
  judge?: (event: LoggedEvent) => Verdict | undefined
}

function counterOf({
  billingType = 'CPC',
  counted = [],
  waiting = [],
  installs = new Map(),
  charge,
  judged = new Map(),
  judge = () => undefined,
}: Given = {}) {
  return new EventCounter<CountedAd>({
    ads: new Map([[adId, { campaignId, billingType }]]),
    media: new Set([mediumId]),
    history: {
      counted: new Map(counted.map((known) => [eventKey(known), known.receivedAt])),
      waiting,
      installs,
      judged,
    },
    judge,
    charge: (_, billable) => charge?.(billable) ?? billable.priceMicros,
  })
}

const taken = (given: Given, ...events: LoggedEvent[]) => {
  const counter = counterOf(given)
  for (const each of events) counter.take(each)
  return counter
}

const actionsOf = (counter: EventCounter<CountedAd>) => counter.counted.map((counted) => counted.event.action)

describe('an event', () => {
  test('counts once, also if it is in the log again', () => {
    expect(actionsOf(taken({}, event('IMPRESSION'), event('IMPRESSION')))).toEqual(['IMPRESSION'])
    expect(actionsOf(taken({ counted: [event('IMPRESSION')] }, event('IMPRESSION')))).toEqual([])
  })

  test('of an unknown ad or unit is invalid', () => {
    const counter = taken(
      {},
      event('IMPRESSION', now, { adId: 2 as AdId }),
      event('IMPRESSION', now, { mediumId: 6 as MediumId }),
    )
    expect(counter.invalid.map(({ reason }) => reason)).toEqual(['unknown_ad', 'unknown_medium'])
    expect(counter.counted).toEqual([])
  })

  test('is billable only if its ad is billed on its action, and may still cost nothing', () => {
    const counter = taken({ charge: () => noMoney }, event('IMPRESSION'), event('CLICK'))
    expect(counter.counted).toMatchObject([
      { isBillable: false, chargedMicros: 0n },
      { isBillable: true, chargedMicros: 0n },
    ])
  })
})

describe('a click without its impression', () => {
  test('waits, and counts right after the impression, whichever arrived first', () => {
    const counter = taken({}, event('CLICK'))
    expect(counter.waiting).toHaveLength(1)
    counter.take(event('IMPRESSION'))
    expect(actionsOf(counter)).toEqual(['IMPRESSION', 'CLICK'])
    expect(counter.waiting).toEqual([])
    expect(counter.resolved).toEqual([])
  })

  test('waits once, also if it is in the log again', () => {
    expect(taken({}, event('CLICK'), event('CLICK')).waiting).toHaveLength(1)
    expect(taken({ waiting: [event('CLICK')] }, event('CLICK')).waiting).toEqual([])
    expect(actionsOf(taken({}, event('CLICK'), event('CLICK'), event('IMPRESSION')))).toEqual([
      'IMPRESSION',
      'CLICK',
    ])
  })

  test('of an earlier batch is resolved by the impression', () => {
    const click = event('CLICK')
    const counter = taken({ waiting: [click] }, event('IMPRESSION'))
    expect(actionsOf(counter)).toEqual(['IMPRESSION', 'CLICK'])
    expect(counter.resolved).toEqual([click])
  })

  test('is invalid if the impression arrives more than ten minutes later', () => {
    const impressionAt = (receivedAt: number) =>
      taken({ counted: [event('IMPRESSION', instant(receivedAt))] }, event('CLICK'))
    expect(actionsOf(impressionAt(now + waitMsMax))).toEqual(['CLICK'])
    expect(impressionAt(now + waitMsMax + 1).invalid).toMatchObject([{ reason: 'no_impression' }])
  })
})

test.each([
  ['CLICK', 'IMPRESSION'],
  ['WATCH', 'IMPRESSION'],
  ['INSTALL', 'CLICK'],
  ['ACTION', 'CLICK'],
] as const)('%s does not count before its %s has counted', (action, required) => {
  const others = (['IMPRESSION', 'CLICK', 'WATCH'] as const).filter(
    (other) => ![action, required].includes(other),
  )
  const counter = taken({ counted: others.map((other) => event(other)) }, event(action))
  expect(actionsOf(counter)).toEqual([])
  expect(counter.waiting).toHaveLength(1)
  expect(actionsOf(taken({ counted: [event(required)] }, event(action)))).toEqual([action])
})

describe('an install', () => {
  const installed = (after: number) =>
    taken(
      {
        billingType: 'nCPI',
        counted: [event('CLICK', instant(now + after))],
        installs: new Map([[installKey({ campaignId, deviceId: 'device' }), now]]),
      },
      event('INSTALL', instant(now + after)),
    )

  test('of the same campaign on the same device counts again after seven days, before or after', () => {
    expect(installed(7 * day - 1).invalid).toMatchObject([{ reason: 'repeated_install' }])
    expect(installed(7 * day).installs).toMatchObject([{ campaignId, deviceId: 'device', at: now + 7 * day }])
    expect(installed(-7 * day + 1).invalid).toHaveLength(1)
    expect(installed(-7 * day).invalid).toHaveLength(0)
  })
})

test('the counts of an offer do not depend on the order of arrival', () => {
  const all = ['IMPRESSION', 'CLICK', 'WATCH', 'INSTALL', 'ACTION'] as const
  fc.assert(
    fc.property(fc.shuffledSubarray([...all], { minLength: all.length }), (order) => {
      const counter = taken({ charge: () => micros(1n) }, ...order.map((action) => event(action)))
      return actionsOf(counter).toSorted().join() === all.toSorted().join() && counter.waiting.length === 0
    }),
  )
})

describe('an event that breaks a rule', () => {
  const invalid: Verdict = { rule: 'too_soon', mode: 'ENFORCE' }
  const observed: Verdict = { rule: 'too_soon', mode: 'OBSERVE' }
  const impressions = (verdict: Verdict) => (judged: LoggedEvent) =>
    judged.action === 'IMPRESSION' ? verdict : undefined
  const offer = [event('IMPRESSION'), event('CLICK'), event('INSTALL')]
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 2],
    [2, 0, 1],
  ]

  test.each(orders)('is invalid with all that depends on it, in the order %i %i %i', (...order) => {
    const counter = taken({ judge: impressions(invalid) }, ...order.flatMap((index) => offer[index] ?? []))
    expect(counter.counted).toEqual([])
    expect(counter.waiting).toEqual([])
    expect(counter.invalid.map(({ reason }) => reason)).toEqual(['too_soon', 'too_soon', 'too_soon'])
    expect(counter.judged.map(({ event: { action } }) => action).sort()).toEqual([
      'CLICK',
      'IMPRESSION',
      'INSTALL',
    ])
  })

  test('stays invalid when it is sent again, and later events of the offer too, also in another batch', () => {
    const judged = new Map([[eventKey(event('IMPRESSION')), { ...invalid, receivedAt: now }]])
    const counter = taken({ judged }, event('IMPRESSION'), event('CLICK'))
    expect(counter.counted).toEqual([])
    expect(counter.invalid.map(({ event: { action }, reason }) => [action, reason])).toEqual([
      ['CLICK', 'too_soon'],
    ])
  })

  test('is too late for a click that has waited ten minutes, as a valid one is, whichever batch ends the wait', () => {
    const late = event('IMPRESSION', instant(now + waitMsMax + 1))
    const counter = taken({ judge: impressions(invalid) }, event('CLICK'), late)
    expect(counter.invalid.map(({ event: { action }, reason }) => [action, reason])).toEqual([
      ['IMPRESSION', 'too_soon'],
      ['CLICK', 'no_impression'],
    ])
  })

  test('counts if the rule is only observed, and is remembered with all that depends on it', () => {
    const counter = taken({ judge: impressions(observed) }, ...offer)
    expect(actionsOf(counter)).toEqual(['IMPRESSION', 'CLICK', 'INSTALL'])
    expect(counter.invalid).toEqual([])
    expect(counter.judged.map(({ event: { action }, mode }) => [action, mode]).sort()).toEqual([
      ['CLICK', 'OBSERVE'],
      ['IMPRESSION', 'OBSERVE'],
      ['INSTALL', 'OBSERVE'],
    ])
  })
})
