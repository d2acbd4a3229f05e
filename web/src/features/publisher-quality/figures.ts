export interface InvalidCount {
  RegistTime: string
  MedID: number
  Name: string
  Rule: string
  Count: number
}

const seriesMax = 5
/** Stands for the rules that have no colour of their own. */
export const otherRules = 'other'

export interface RuleDays {
  /** Most events first; with more rules than colours, the last is `otherRules`. */
  rules: string[]
  days: { day: string; counts: Record<string, number> }[]
}

const sum = (counts: readonly InvalidCount[]): number => counts.reduce((total, { Count }) => total + Count, 0)

/** The counts of each day by rule; a day without any is among them, so that the axis has no gaps. */
export function daysByRule(list: readonly InvalidCount[], days: readonly string[]): RuleDays {
  const ranked = [...Map.groupBy(list, ({ Rule }) => Rule)]
    .map(([rule, counts]) => ({ rule, count: sum(counts) }))
    .sort((one, other) => other.count - one.count)
  const named = ranked.length > seriesMax ? ranked.slice(0, seriesMax - 1) : ranked
  const rules = named.map(({ rule }) => rule)
  const keyOf = (rule: string) => (rules.includes(rule) ? rule : otherRules)
  const byDay = Map.groupBy(list, ({ RegistTime }) => RegistTime.slice(0, 10))
  return {
    rules: ranked.length > seriesMax ? [...rules, otherRules] : rules,
    days: days.map((day) => ({
      day,
      counts: Object.fromEntries(
        [...Map.groupBy(byDay.get(day) ?? [], ({ Rule }) => keyOf(Rule))].map(([rule, counts]) => [
          rule,
          sum(counts),
        ]),
      ),
    })),
  }
}

export interface RuleUnits {
  rule: string
  count: number
  /** Most events first. */
  units: { medID: number; name: string; count: number }[]
}

/** The sums of the days by rule, and within a rule by unit, most events first. */
export const byRuleAndUnit = (list: readonly InvalidCount[]): RuleUnits[] =>
  [...Map.groupBy(list, ({ Rule }) => Rule)]
    .map(([rule, counts]) => ({
      rule,
      count: sum(counts),
      units: [...Map.groupBy(counts, ({ MedID }) => MedID)]
        .map(([medID, own]) => ({ medID, name: own[0]?.Name ?? '', count: sum(own) }))
        .sort((one, other) => other.count - one.count),
    }))
    .sort((one, other) => other.count - one.count)
