import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { promtool, requirePrometheus } from './prometheus.ts'

const root = join(import.meta.dirname, '../..')
const rules = join(root, 'deploy/prometheus')

test('every alert names a page of docs/runbooks that exists', () => {
  const text = readFileSync(join(rules, 'alerts.yml'), 'utf8')
  const alerts = text.match(/- alert: /g) ?? []
  const runbooks = [...text.matchAll(/runbook: (docs\/runbooks\/[\w-]+\.md)/g)].map(([, path]) => path ?? '')
  expect(alerts.length).toBeGreaterThan(0)
  expect(runbooks).toHaveLength(alerts.length)
  expect(runbooks.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every alert fires when it should and is silent otherwise, as promtool sees it', (context) => {
  requirePrometheus(context)
  expect(promtool(rules, 'check', 'rules', 'alerts.yml')).toMatchObject({ code: 0 })
  expect(promtool(rules, 'test', 'rules', 'alerts.test.yml')).toMatchObject({ code: 0 })
})
