import { randomUUID } from 'node:crypto'
import { type HrTime, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import { drawLimit, drawOfOffer, drawOfToken, spanIdOf, traceIdOf } from './offer-trace.ts'
import { PrometheusMetrics } from './prometheus-metrics.ts'
import type { OfferStep, Tracer } from './tracer.ts'

export interface OtlpSettings {
  /** Without the path of a signal, as OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string
  /** The share of offers that are traced. */
  traceShare: number
  metricsMs: number
}

/** A wall-clock time as OpenTelemetry writes it, from a time of performance.now(). */
function timeOf(ms: number): HrTime {
  const wallMs = performance.timeOrigin + ms
  const seconds = Math.floor(wallMs / 1_000)
  return [seconds, Math.round((wallMs - seconds * 1_000) * 1_000_000)]
}

function durationOf(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000)
  return [seconds, Math.round((ms - seconds * 1_000) * 1_000_000)]
}

const contextOf = (offerId: string, step: string) => ({
  traceId: traceIdOf(offerId),
  spanId: spanIdOf(offerId, step),
  traceFlags: TraceFlags.SAMPLED,
})

function spanOf(step: OfferStep, resource: Resource): ReadableSpan {
  const { offerId, parentStep, sinceMs, untilMs } = step
  const context = contextOf(offerId, step.step)
  return {
    name: step.step,
    kind: SpanKind.SERVER,
    spanContext: () => context,
    ...(parentStep ? { parentSpanContext: contextOf(offerId, parentStep) } : {}),
    startTime: timeOf(sinceMs),
    endTime: timeOf(untilMs),
    duration: durationOf(untilMs - sinceMs),
    ended: true,
    status: { code: SpanStatusCode.UNSET },
    attributes: { ...step.attributes },
    links: [],
    events: [],
    resource,
    instrumentationScope: { name: 'voltline' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

/** Sends metrics and traces over OTLP. A collector that is away or slow costs nothing but what it misses. */
export class Otlp implements Tracer {
  readonly #resource: Resource
  readonly #spans: BatchSpanProcessor
  readonly #drawLimit: number
  readonly #endpoint: string
  readonly #metricsMs: number
  #meters: MeterProvider | undefined

  constructor({ endpoint, traceShare, metricsMs }: OtlpSettings, roles: Iterable<string>) {
    this.#endpoint = endpoint.replace(/\/+$/, '')
    this.#metricsMs = metricsMs
    this.#drawLimit = drawLimit(traceShare)
    this.#resource = resourceFromAttributes({
      'service.name': 'voltline',
      'service.instance.id': randomUUID(),
      'voltline.roles': [...roles].join(','),
    })
    this.#spans = new BatchSpanProcessor({
      exporter: new OTLPTraceExporter({ url: `${this.#endpoint}/v1/traces` }),
    })
  }

  /** Sends the metrics of these registries from now on. */
  sendMetrics(registries: readonly Registry[]): void {
    const reader = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter({ url: `${this.#endpoint}/v1/metrics` }),
      exportIntervalMillis: this.#metricsMs,
      exportTimeoutMillis: Math.min(this.#metricsMs, 10_000),
      metricProducers: [new PrometheusMetrics(registries, timeOf(0))],
    })
    this.#meters = new MeterProvider({ resource: this.#resource, readers: [reader] })
  }

  tracesOffer(offerId: string): boolean {
    return drawOfOffer(offerId) < this.#drawLimit
  }

  tracesToken(token: string): boolean {
    return drawOfToken(token) < this.#drawLimit
  }

  record(step: OfferStep): void {
    this.#spans.onEnd(spanOf(step, this.#resource))
  }

  /** Sends what is left. */
  async stop(): Promise<void> {
    await Promise.allSettled([this.#spans.shutdown(), this.#meters?.shutdown()])
  }
}
