import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import protobuf from 'protobufjs'
import definitions from './schemas/otlp.json' with { type: 'json' }

export interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string
  attributes: Record<string, unknown>
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}

interface SpanMessage {
  name: string
  traceId: Buffer
  spanId: Buffer
  parentSpanId: Buffer
  attributes: Attribute[]
}

interface MetricMessage {
  name: string
}

const root = protobuf.Root.fromJSON(definitions)
const service = 'opentelemetry.proto.collector'
const traceRequest = root.lookupType(`${service}.trace.v1.ExportTraceServiceRequest`)
const metricsRequest = root.lookupType(`${service}.metrics.v1.ExportMetricsServiceRequest`)
const options = { longs: String, arrays: true } as const

const valuesOf = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Takes OTLP over HTTP and decodes it with OpenTelemetry's published definitions (schemas/otlp.json). */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = []
  /** The names of the metrics. */
  readonly metrics = new Set<string>()
  readonly #server: Server
  url = ''

  constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const body = Buffer.concat(chunks)
      const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
      if (request.url === '/v1/traces') this.#takeTraces(bytes)
      else if (request.url === '/v1/metrics') this.#takeMetrics(bytes)
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    })
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #takeTraces(bytes: Buffer): void {
    const { resourceSpans } = traceRequest.toObject(traceRequest.decode(bytes), options)
    for (const { scopeSpans } of resourceSpans) {
      for (const { spans } of scopeSpans) for (const span of spans) this.#takeSpan(span)
    }
  }

  #takeSpan({ name, traceId, spanId, parentSpanId, attributes }: SpanMessage): void {
    const hex = (bytes: Buffer) => Buffer.from(bytes).toString('hex')
    this.spans.push({
      name,
      traceId: hex(traceId),
      spanId: hex(spanId),
      parentSpanId: hex(parentSpanId ?? Buffer.alloc(0)),
      attributes: valuesOf(attributes),
    })
  }

  #takeMetrics(bytes: Buffer): void {
    const { resourceMetrics } = metricsRequest.toObject(metricsRequest.decode(bytes), options)
    for (const { scopeMetrics } of resourceMetrics) {
      for (const { metrics } of scopeMetrics) {
        for (const metric of metrics as MetricMessage[]) this.metrics.add(metric.name)
      }
    }
  }
}
