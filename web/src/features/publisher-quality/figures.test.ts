import { expect, test } from 'vitest'
import { byRuleAndUnit, daysByRule, otherRules } from './figures.ts'

const count = (RegistTime: string, MedID: number, Rule: string, Count: number) => ({
  ...{ RegistTime, MedID, Name: `Unit ${MedID}`, Rule, Count },
})

test('a chart has every day, and its rules and the rest add up to all events', () => {
  const rules = ['a', 'b', 'c', 'd', 'e', 'f']
  const list = rules.map((rule, index) => count('2026-11-10', 1, rule, index + 1))
  const { rules: shown, days } = daysByRule(list, ['2026-11-09', '2026-11-10'])
  expect(shown).toEqual(['f', 'e', 'd', 'c', otherRules])
  expect(days[0]).toEqual({ day: '2026-11-09', counts: {} })
  expect(days[1]?.counts).toEqual({ f: 6, e: 5, d: 4, c: 3, [otherRules]: 3 })
})

test('days add up by rule, and units to their rule, most events first', () => {
  const list = [
    count('2026-11-09', 1, 'a', 2),
    count('2026-11-10', 1, 'a', 3),
    count('2026-11-10', 2, 'a', 9),
    count('2026-11-10', 2, 'b', 20),
  ]
  expect(byRuleAndUnit(list)).toEqual([
    { rule: 'b', count: 20, units: [{ medID: 2, name: 'Unit 2', count: 20 }] },
    {
      ...{ rule: 'a', count: 14 },
      units: [
        { medID: 2, name: 'Unit 2', count: 9 },
        { medID: 1, name: 'Unit 1', count: 5 },
      ],
    },
  ])
})
