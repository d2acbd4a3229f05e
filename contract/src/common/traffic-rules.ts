/** The rules by which traffic is judged, in their order: an event counts under the first one that it breaks. */
export const trafficRules = [
  'too_soon',
  'not_visible',
  'watch_too_short',
  'click_too_fast',
  'install_too_fast',
  'action_too_fast',
  'device_flood',
  'address_flood',
  'bot_agent',
  'data_center',
  'own_click',
] as const
export type TrafficRule = (typeof trafficRules)[number]

interface RuleDefault {
  /** Null if nothing about the rule can be set. */
  threshold: number | null
  /** What the threshold counts: milliseconds, clicks an hour, new devices an hour, or days. */
  unit: 'ms' | 'clicks' | 'devices' | 'days' | null
}

export const trafficRuleDefaults: Readonly<Record<TrafficRule, RuleDefault>> = {
  too_soon: { threshold: 1_000, unit: 'ms' },
  not_visible: { threshold: 1_000, unit: 'ms' },
  watch_too_short: { threshold: 1_000, unit: 'ms' },
  click_too_fast: { threshold: 300, unit: 'ms' },
  install_too_fast: { threshold: 10_000, unit: 'ms' },
  action_too_fast: { threshold: 10_000, unit: 'ms' },
  device_flood: { threshold: 30, unit: 'clicks' },
  address_flood: { threshold: 60, unit: 'devices' },
  bot_agent: { threshold: null, unit: null },
  data_center: { threshold: null, unit: null },
  own_click: { threshold: 30, unit: 'days' },
}

/** Why an event is invalid by itself, whatever the rules are set to. */
export const invalidReasons = [
  'forged_offer',
  'expired_offer',
  'wrong_app',
  'wrong_device',
  'blocked_device',
  'forged_click',
  'expired_click',
  'bad_signature',
  'no_impression',
  'no_click',
  'repeated_install',
  'unknown_ad',
  'unknown_medium',
] as const
