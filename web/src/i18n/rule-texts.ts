import { type CaseSignal, invalidReasons, trafficRuleDefaults, trafficRules } from '@voltline/contract'
import { type I18n, useI18n } from './i18n.ts'

/** A threshold with its unit, for a sentence: `1,000 ms`. Empty if the rule has none. */
function amountText({ t, number }: I18n, rule: string, threshold: number | null): string {
  const known = trafficRules.find((name) => name === rule)
  const unit = known && trafficRuleDefaults[known].unit
  return unit && threshold !== null ? t(`traffic.amount.${unit}`, { amount: number(threshold) }) : ''
}

/** A rule or reason of invalid traffic in words; one that this build does not know by its own name. */
export function useRuleTexts() {
  const i18n = useI18n()
  const { t } = i18n
  function name(id: string): string {
    const rule = trafficRules.find((known) => known === id)
    if (rule) return t(`traffic.rule.${rule}.name`)
    const reason = invalidReasons.find((known) => known === id)
    return reason ? t(`traffic.reason.${reason}.name`) : id
  }
  function explain(id: string, threshold: number | null): string {
    const rule = trafficRules.find((known) => known === id)
    return rule ? t(`traffic.rule.${rule}.text`, { threshold: amountText(i18n, id, threshold) }) : ''
  }
  return { name, explain, amount: (id: string, threshold: number | null) => amountText(i18n, id, threshold) }
}

interface Signal {
  Signal: CaseSignal
  Value: number
  Norm: number
}

/** The signals of a case in words. */
export function useSignalTexts() {
  const { t, percent } = useI18n()
  const rounded = (ratio: number) => percent(ratio, { decimals: 1 })
  return {
    name: (signal: Signal['Signal']) => t(`traffic.signal.${signal}.name`),
    explain: ({ Signal, Value, Norm }: Signal) =>
      t(`traffic.signal.${Signal}.text`, { value: rounded(Value), norm: rounded(Norm) }),
    labels: { value: t('traffic.unitValue'), norm: t('traffic.norm') },
    percent: rounded,
  }
}
