import { type ActionType, type TrafficRule, trafficRuleDefaults, trafficRules } from '@voltline/contract'
import { after, day, type Instant, second } from '@voltline/kernel'
import type { Evidence } from '../evidence/evidence.ts'

/** In this order: an event counts under the first rule that it breaks. */
export const ruleIds = trafficRules
export type RuleId = TrafficRule
export type RuleMode = 'ENFORCE' | 'OBSERVE'

export interface RuleSetting {
  /** Its unit depends on the rule; null if the rule has none. */
  threshold: number | null
  mode: RuleMode
}

/** An event with everything that a rule may look at. All times are the server's. */
export interface JudgedEvent {
  action: ActionType
  receivedAt: Instant
  evidence: Evidence
  /** When the event that it depends on arrived; undefined for an impression. */
  requiredAt: Instant | undefined
  /** The last sign-in of the unit's publisher from the address of a click or watch, before the event. */
  ownSigninAt: Instant | undefined
}

export interface Verdict {
  rule: RuleId
  mode: RuleMode
}

type IsBroken = (event: JudgedEvent, threshold: number) => boolean

const vastTooSoonMs = 200
const visibleRatioMin = 0.5
const sideMin = 20
/** An impression comes about a second into play, so the time since then may be shorter than what was played. */
const playBeforeImpressionMs = 1 * second
const rewardedInterstitialMs = 2 * second
const impressionsPerDayMax = 500
/** When the impression counts as seen of a click or watch that overtook it. */
const impressionAfterMs = 1 * second

/** Since the event that this one depends on. */
function msSinceRequired({ action, receivedAt, requiredAt, evidence }: JudgedEvent): number {
  const sinceRequired = receivedAt - (requiredAt ?? receivedAt)
  const hasOvertaken = sinceRequired < 0 && (action === 'CLICK' || action === 'WATCH')
  return hasOvertaken ? evidence.offerMs - impressionAfterMs : sinceRequired
}

const isSooner =
  (action: ActionType) =>
  (event: JudgedEvent, threshold: number): boolean =>
    event.action === action && msSinceRequired(event) < threshold

const isBelow = (value: number | undefined, min: number): boolean => value !== undefined && value < min

function isWatchTooShort(event: JudgedEvent, missingMsMax: number): boolean {
  if (event.action !== 'WATCH') return false
  const { videoMs, measures, isRewardedInterstitial } = event.evidence
  if (isRewardedInterstitial) return msSinceRequired(event) < rewardedInterstitialMs
  if (videoMs === 0) return false
  const playedMsMin = videoMs - missingMsMax
  return (
    msSinceRequired(event) < playedMsMin - playBeforeImpressionMs || isBelow(measures.playedMs, playedMsMin)
  )
}

const isBroken: Readonly<Record<RuleId, IsBroken>> = {
  too_soon: ({ action, evidence: { offerMs, isVast } }, threshold) =>
    action === 'IMPRESSION' && offerMs < (isVast ? Math.min(vastTooSoonMs, threshold) : threshold),
  not_visible: ({ action, evidence: { measures } }, threshold) =>
    action === 'IMPRESSION' &&
    (isBelow(measures.visibleMs, threshold) ||
      isBelow(measures.visibleRatio, visibleRatioMin) ||
      isBelow(measures.width, sideMin) ||
      isBelow(measures.height, sideMin)),
  watch_too_short: isWatchTooShort,
  click_too_fast: isSooner('CLICK'),
  install_too_fast: isSooner('INSTALL'),
  action_too_fast: isSooner('ACTION'),
  device_flood: ({ action, evidence }, threshold) =>
    (action === 'CLICK' && evidence.deviceClicks > threshold) ||
    (action === 'IMPRESSION' && evidence.deviceImpressions > impressionsPerDayMax),
  address_flood: ({ evidence }) => evidence.hasNoPlace,
  bot_agent: ({ evidence }) => evidence.agent === 'BOT' || evidence.agent === 'MISSING',
  data_center: ({ evidence }) => evidence.isDataCenter,
  own_click: ({ action, receivedAt, ownSigninAt }, days) =>
    (action === 'CLICK' || action === 'WATCH') &&
    ownSigninAt !== undefined &&
    ownSigninAt >= after(receivedAt, -days * day),
}

export const defaultSetting = (rule: RuleId): RuleSetting => ({
  threshold: trafficRuleDefaults[rule].threshold,
  mode: 'ENFORCE',
})

export type Settings = (rule: RuleId) => RuleSetting

/**
 * The first enforced rule that the event breaks, or else the first one that is only observed. Depends on nothing but its
 * arguments, so an event has the same verdict in any batch and in any process.
 */
export function judge(event: JudgedEvent, settings: Settings): Verdict | undefined {
  let observed: RuleId | undefined
  for (const rule of ruleIds) {
    const { threshold, mode } = settings(rule)
    if (mode === 'OBSERVE' && observed) continue
    if (!isBroken[rule](event, threshold ?? 0)) continue
    if (mode === 'ENFORCE') return { rule, mode }
    observed = rule
  }
  return observed && { rule: observed, mode: 'OBSERVE' }
}
