import { noServeReasons } from '@voltline/contract'
import { useI18n } from '../../i18n/i18n.ts'

const rules = [
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

/** A rule of invalid traffic in words; one that is new to this page by its own name. */
export function useRuleName(): (reason: string) => string {
  const { t } = useI18n()
  return (reason) => {
    const known = rules.find((name) => name === reason)
    return known ? t(`operator.rule.${known}`) : reason
  }
}

export function useNoServeName(): (reason: string) => string {
  const { t } = useI18n()
  return (reason) => {
    const known = noServeReasons.find((name) => name === reason)
    return known ? t(`operator.noServe.${known}`) : reason
  }
}
