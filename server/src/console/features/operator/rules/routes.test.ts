import { changeRule, listAudit, qualityRules } from '@voltline/contract'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../../testing/test-server.ts'

const server = useTestServer()

test('administrators change a rule, leaving what they do not send; every operator reads it, and it is audited', async () => {
  const admin = await server.operator()
  const reader = await server.operator('USERS')
  const ruleNamed = async (name: string) =>
    (await reader.ok(qualityRules, {})).rules.find(({ Rule }) => Rule === name)
  expect((await reader.ok(qualityRules, {})).rules[0]).toEqual({
    ...{ Rule: 'too_soon', Threshold: 1_000, Mode: 'ENFORCE', Today: 0, Week: 0 },
  })
  expect(await ruleNamed('bot_agent')).toMatchObject({ Threshold: null })
  const change = { rule: 'click_too_fast', threshold: 500 }
  expect(await reader.call(changeRule, change)).toMatchObject({ status: 403, error: 'NO_PERMISSION' })
  await admin.ok(changeRule, change)
  await admin.ok(changeRule, { rule: 'click_too_fast', mode: 'OBSERVE' })
  expect(await ruleNamed('click_too_fast')).toMatchObject({ Threshold: 500, Mode: 'OBSERVE' })
  expect(await admin.call(changeRule, { rule: 'bot_agent', threshold: 1 })).toMatchObject({
    error: 'UNKNOWN',
  })
  expect(await admin.call(changeRule, { rule: 'no_such_rule' })).toMatchObject({ error: 'UNKNOWN' })
  expect((await admin.call(changeRule, { rule: 'too_soon', threshold: -1 })).status).toBe(400)
  const { rows } = await reader.ok(listAudit, { text: 'click_too_fast' })
  expect(rows.map((row) => row.Action)).toEqual(['admin/quality/rule', 'admin/quality/rule'])
})
