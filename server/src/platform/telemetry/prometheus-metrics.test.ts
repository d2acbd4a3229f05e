import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { PrometheusMetrics } from './prometheus-metrics.ts'

test('counters, gauges and histograms keep their values and labels', async () => {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'requests', help: 'Requests.', labelNames: ['code'], registers }).inc(
    { code: 'SUCCESS' },
    3,
  )
  new Gauge({ name: 'lag', help: 'Lag.', registers }).set(1.5)
  const histogram = new Histogram({ name: 'wait', help: 'Wait.', buckets: [1, 5], registers })
  for (const value of [0.5, 2, 3, 9]) histogram.observe(value)
  const { resourceMetrics, errors } = await new PrometheusMetrics(registers, [0, 0]).collect()
  expect(errors).toEqual([])
  const metrics = resourceMetrics.scopeMetrics[0]?.metrics ?? []
  const pointsOf = (name: string) => metrics.find(({ descriptor }) => descriptor.name === name)?.dataPoints
  expect(pointsOf('requests')).toMatchObject([{ attributes: { code: 'SUCCESS' }, value: 3 }])
  expect(pointsOf('lag')).toMatchObject([{ value: 1.5 }])
  expect(pointsOf('wait')).toMatchObject([
    { value: { buckets: { boundaries: [1, 5], counts: [1, 2, 1] }, sum: 14.5, count: 4 } },
  ])
})
