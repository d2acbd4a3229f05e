import { type Instant, instant } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import type { Evidence } from '../evidence/evidence.ts'
import { defaultSetting, type JudgedEvent, judge, type RuleId, type RuleMode } from './rules.ts'

const issuedAt = Date.parse('2026-11-15T03:00:00Z')
const dayMs = 86_400_000

const honest: Evidence = {
  ipHash: '0123456789abcdef',
  networkHash: '0123456789abcdef',
  formerHashes: [],
  country: 'KR',
  agent: 'APP',
  sdk: 'test/1',
  isDataCenter: false,
  hasNoPlace: false,
  isVast: false,
  isCountryMismatch: false,
  isRewardedInterstitial: false,
  offerCountry: '',
  isRivalPrice: false,
  offerMs: 60_000,
  videoMs: 0,
  deviceClicks: 1,
  deviceImpressions: 1,
  measures: {},
}

interface Given extends Partial<Evidence> {
  requiredMs?: number
  ownSigninAt?: Instant
}

/** An event of an offer; the event that it depends on came `requiredMs` after the offer. */
function event(action: JudgedEvent['action'], given: Given = {}): JudgedEvent {
  const { requiredMs, ownSigninAt, ...evidence } = given
  const offerMs = evidence.offerMs ?? honest.offerMs
  return {
    action,
    receivedAt: instant(issuedAt + offerMs),
    evidence: { ...honest, ...evidence },
    requiredAt: action === 'IMPRESSION' ? undefined : instant(issuedAt + (requiredMs ?? 1_000)),
    ownSigninAt,
  }
}

const ruleOf = (given: JudgedEvent): RuleId | undefined => judge(given, defaultSetting)?.rule

const at = instant(issuedAt + honest.offerMs)

describe('each rule is broken just beyond its boundary, and not on it', () => {
  test.each<[RuleId, broken: JudgedEvent, kept: JudgedEvent]>([
    ['too_soon', event('IMPRESSION', { offerMs: 999 }), event('IMPRESSION', { offerMs: 1_000 })],
    [
      'too_soon',
      event('IMPRESSION', { offerMs: 199, isVast: true }),
      event('IMPRESSION', { offerMs: 200, isVast: true }),
    ],
    [
      'not_visible',
      event('IMPRESSION', { measures: { visibleMs: 999 } }),
      event('IMPRESSION', { measures: { visibleMs: 1_000 } }),
    ],
    [
      'not_visible',
      event('IMPRESSION', { measures: { visibleRatio: 0.49 } }),
      event('IMPRESSION', { measures: { visibleRatio: 0.5 } }),
    ],
    [
      'not_visible',
      event('IMPRESSION', { measures: { width: 19, height: 20 } }),
      event('IMPRESSION', { measures: { width: 20, height: 20 } }),
    ],
    [
      'watch_too_short',
      event('WATCH', { videoMs: 15_000, requiredMs: 1_000, offerMs: 13_999 }),
      event('WATCH', { videoMs: 15_000, requiredMs: 1_000, offerMs: 14_000 }),
    ],
    [
      'watch_too_short',
      event('WATCH', { videoMs: 15_000, measures: { playedMs: 13_999 } }),
      event('WATCH', { videoMs: 15_000, measures: { playedMs: 14_000 } }),
    ],
    [
      'watch_too_short',
      event('WATCH', { isRewardedInterstitial: true, requiredMs: 1_000, offerMs: 2_999 }),
      event('WATCH', { isRewardedInterstitial: true, requiredMs: 1_000, offerMs: 3_000 }),
    ],
    [
      'click_too_fast',
      event('CLICK', { requiredMs: 1_000, offerMs: 1_299 }),
      event('CLICK', { requiredMs: 1_000, offerMs: 1_300 }),
    ],
    [
      'install_too_fast',
      event('INSTALL', { requiredMs: 5_000, offerMs: 14_999 }),
      event('INSTALL', { requiredMs: 5_000, offerMs: 15_000 }),
    ],
    [
      'action_too_fast',
      event('ACTION', { requiredMs: 5_000, offerMs: 14_999 }),
      event('ACTION', { requiredMs: 5_000, offerMs: 15_000 }),
    ],
    ['device_flood', event('CLICK', { deviceClicks: 31 }), event('CLICK', { deviceClicks: 30 })],
    [
      'device_flood',
      event('IMPRESSION', { deviceImpressions: 501 }),
      event('IMPRESSION', { deviceImpressions: 500 }),
    ],
    ['address_flood', event('IMPRESSION', { hasNoPlace: true }), event('IMPRESSION')],
    ['bot_agent', event('CLICK', { agent: 'BOT' }), event('CLICK', { agent: 'BROWSER' })],
    ['bot_agent', event('CLICK', { agent: 'MISSING' }), event('INSTALL', { agent: 'SERVER' })],
    ['data_center', event('WATCH', { isDataCenter: true }), event('WATCH')],
    [
      'own_click',
      event('CLICK', { ownSigninAt: instant(at - 30 * dayMs) }),
      event('CLICK', { ownSigninAt: instant(at - 30 * dayMs - 1) }),
    ],
    ['own_click', event('WATCH', { ownSigninAt: at }), event('IMPRESSION', { ownSigninAt: at })],
  ])('%s', (rule, broken, kept) => {
    expect(ruleOf(broken)).toBe(rule)
    expect(ruleOf(kept)).toBeUndefined()
  })
})

test('a click that overtook its impression is judged as if that had come a second after the offer', () => {
  expect(ruleOf(event('CLICK', { offerMs: 1_299, requiredMs: 5_000 }))).toBe('click_too_fast')
  expect(ruleOf(event('CLICK', { offerMs: 1_300, requiredMs: 5_000 }))).toBeUndefined()
  expect(ruleOf(event('WATCH', { offerMs: 13_999, requiredMs: 20_000, videoMs: 15_000 }))).toBe(
    'watch_too_short',
  )
  expect(ruleOf(event('WATCH', { offerMs: 14_000, requiredMs: 20_000, videoMs: 15_000 }))).toBeUndefined()
})

test('an event counts under the first rule that it breaks, and under an enforced one before an observed one', () => {
  const both = event('IMPRESSION', { offerMs: 0, agent: 'BOT' })
  const settings = (modes: Partial<Record<RuleId, RuleMode>>) => (rule: RuleId) => ({
    ...defaultSetting(rule),
    mode: modes[rule] ?? ('ENFORCE' as const),
  })
  expect(judge(both, settings({}))).toEqual({ rule: 'too_soon', mode: 'ENFORCE' })
  expect(judge(both, settings({ too_soon: 'OBSERVE' }))).toEqual({ rule: 'bot_agent', mode: 'ENFORCE' })
  expect(judge(both, settings({ too_soon: 'OBSERVE', bot_agent: 'OBSERVE' }))).toEqual({
    rule: 'too_soon',
    mode: 'OBSERVE',
  })
})

test('a threshold moves the boundary', () => {
  const settings = (rule: RuleId) => ({
    ...defaultSetting(rule),
    threshold: rule === 'click_too_fast' ? 500 : 0,
  })
  expect(judge(event('CLICK', { offerMs: 1_499, deviceClicks: 0 }), settings)?.rule).toBe('click_too_fast')
  expect(judge(event('CLICK', { offerMs: 1_500, deviceClicks: 0 }), settings)).toBeUndefined()
})
