import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../server/testing/eventually.ts'
import { BackedUpNetwork } from '../backup/network.ts'
import { Flood } from '../faults/flood.ts'
import { promtool, requirePrometheus, startPrometheus } from './prometheus.ts'

const root = join(import.meta.dirname, '../..')
const rules = join(root, 'deploy/prometheus')
const ends: (() => Promise<void> | void)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

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

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

test('every query of the Grafana dashboard returns data in a Prometheus that scraped a flood', {
  timeout: 300_000,
}, async (context) => {
  requirePrometheus(context)
  const network = new BackedUpNetwork()
  ends.push(() => network.remove())
  const program = await network.start()
  const prometheus = await startPrometheus(new URL(program.url).host)
  ends.push(() => prometheus.stop())
  const flood = new Flood(network.database.url)
  ends.push(() => flood.end())
  await flood.build()
  flood.url = program.url
  flood.start(4)
  const dashboard: Dashboard = JSON.parse(readFileSync(join(root, 'deploy/grafana/voltline.json'), 'utf8'))
  for (const { title, targets } of dashboard.panels) {
    for (const { expr } of targets) {
      await eventually(async () => (await prometheus.seriesOf(expr)) > 0, 60_000).catch(() => {
        throw new Error(`${title}: no data for ${expr}`)
      })
    }
  }
})
