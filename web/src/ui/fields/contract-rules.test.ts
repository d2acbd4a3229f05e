import { addApp, addAppReward, type Call, limits, modifyAccount } from '@voltline/contract'
import { expect, test } from 'vitest'
import { problemOf } from './contract-rules.ts'

/** The text key that a form shows for a field of the call's input, or null when the field is valid. */
function keyOf(call: Call, field: string, value: unknown): string | null {
  const issues = call.input.safeParse({ [field]: value }).error?.issues ?? []
  const issue = issues.find(({ path }) => path[0] === field)
  return issue ? (problemOf(issue, value)?.key ?? null) : null
}

test.each([
  [addApp, 'name', '', 'ui.field.required'],
  [addApp, 'name', '   ', 'ui.field.required'],
  [addApp, 'name', 'Nabi', null],
  [addApp, 'name', 'x'.repeat(10_000), 'ui.field.maxLength'],
  [addApp, 'name', 'two\nlines', null],
  [addApp, 'storeURL', '', 'ui.field.required'],
  [addApp, 'storeURL', 'example.com', 'ui.field.url'],
  [addApp, 'storeURL', ' https://example.com/a ', null],
  [addAppReward, 'reward', '', 'ui.field.required'],
  [addAppReward, 'reward', 0, 'ui.field.minimum'],
  [addAppReward, 'reward', 1e12, 'ui.field.maximum'],
  [addAppReward, 'reward', 5, null],
  [modifyAccount, 'number', '', 'ui.field.required'],
  [modifyAccount, 'number', '12a', 'ui.field.numbersOnly'],
  [modifyAccount, 'number', '123', null],
  [modifyAccount, 'countryCode', null, 'ui.field.required'],
])('%o %s %j shows %s', (call, field, value, key) => {
  expect(keyOf(call, field, value)).toBe(key)
})

test('a text over its length names the length', () => {
  const issues = addApp.input.safeParse({ storeURL: 'x'.repeat(100_000) }).error?.issues ?? []
  const [problem] = issues.filter(({ path }) => path[0] === 'storeURL').map((issue) => problemOf(issue, 'x'))
  expect(problem?.values?.max).toBe(limits.urlMax)
})
