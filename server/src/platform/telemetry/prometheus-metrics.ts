import { type HrTime, ValueType } from '@opentelemetry/api'
import { emptyResource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type CollectionResult,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'

type Metric = MetricObjectWithValues<MetricValue<string> & { metricName?: string }>

/** Gives OpenTelemetry the metrics that /metrics shows, under the same names. Nothing is counted twice. */
export class PrometheusMetrics implements MetricProducer {
  readonly #registries: readonly Registry[]
  readonly #startTime: HrTime

  constructor(registries: readonly Registry[], startTime: HrTime) {
    this.#registries = registries
    this.#startTime = startTime
  }

  async collect(): Promise<CollectionResult> {
    const errors: unknown[] = []
    const metrics: MetricData[] = []
    for (const registry of this.#registries) {
      try {
        const found = (await registry.getMetricsAsJSON()) as Metric[]
        metrics.push(...found.flatMap((metric) => this.#convert(metric)))
      } catch (fault) {
        errors.push(fault)
      }
    }
    const scope = { name: 'voltline' }
    return { resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope, metrics }] }, errors }
  }

  #convert(metric: Metric): MetricData[] {
    const base = {
      descriptor: { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    }
    const points = (values: Metric['values']) => values.map(({ labels, value }) => this.#point(labels, value))
    const type = String(metric.type)
    if (type === 'counter')
      return [
        { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points(metric.values) },
      ]
    if (type === 'gauge')
      return [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints: points(metric.values) }]
    if (type === 'histogram') {
      const dataPoints = histogramsOf(metric).map(({ labels, value }) => this.#point(labels, value))
      return [{ ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints }]
    }
    // OpenTelemetry has no summaries to send, and the program has none.
    return []
  }

  #point<T>(labels: Partial<Record<string, string | number>>, value: T): DataPoint<T> {
    const now = Date.now()
    const endTime: HrTime = [Math.floor(now / 1_000), (now % 1_000) * 1_000_000]
    return { startTime: this.#startTime, endTime, attributes: { ...labels }, value }
  }
}

/** Those of the metric, without the bound of a bucket. */
function labelsOf(all: Partial<Record<string, string | number>>): Record<string, string | number> {
  const labels: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(all))
    if (name !== 'le' && value !== undefined) labels[name] = value
  return labels
}

/** Prometheus counts each bucket with those below it, in a row of its own; OpenTelemetry wants one point for all. */
function histogramsOf(metric: Metric): { labels: Record<string, string | number>; value: Histogram }[] {
  const found = new Map<string, { labels: Record<string, string | number>; rows: Metric['values'] }>()
  for (const row of metric.values) {
    const labels = labelsOf(row.labels)
    const key = JSON.stringify(labels)
    const group = found.get(key) ?? { labels, rows: [] }
    group.rows.push(row)
    found.set(key, group)
  }
  return [...found.values()].map(({ labels, rows }) => {
    const buckets = rows.filter((row) => row.metricName === `${metric.name}_bucket`)
    const boundaries = buckets.map((row) => Number(row.labels.le)).filter(Number.isFinite)
    const counts = buckets.map((row, index) => row.value - (buckets[index - 1]?.value ?? 0))
    const sum = rows.find((row) => row.metricName === `${metric.name}_sum`)?.value ?? 0
    const count = rows.find((row) => row.metricName === `${metric.name}_count`)?.value ?? 0
    return { labels, value: { buckets: { boundaries, counts }, sum, count } }
  })
}
