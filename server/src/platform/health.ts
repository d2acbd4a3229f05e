import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'

/** Numbers of this process in Prometheus' form; roles add their own. */
export function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

export type Probe = () => Promise<void>
const probeMsMax = 2_000

async function answers(probe: Probe): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, probeMsMax, false).unref())
  return Promise.race([
    probe().then(
      () => true,
      () => false,
    ),
    late,
  ])
}

export interface Health {
  /** True when the URL was one of health's. */
  handle(request: IncomingMessage, response: ServerResponse): boolean
  /** From now on not ready: a balancer sends no more, while what was accepted is finished. */
  drain(): void
}

/** GET /healthz: the process is up. GET /readyz: what it needs is reachable. GET /metrics. */
export function makeHealth(services: {
  probes: ReadonlyMap<string, Probe>
  metrics: readonly Registry[]
}): Health {
  const merged = Registry.merge([...services.metrics])
  let draining = false
  const send = (response: ServerResponse, answer: { status: number; type: string; body: string }) => {
    response.writeHead(answer.status, { 'content-type': answer.type, 'cache-control': 'no-store' })
    response.end(answer.body)
  }
  async function ready(response: ServerResponse): Promise<void> {
    const checks: Record<string, boolean> = {}
    for (const [name, probe] of services.probes) checks[name] = await answers(probe)
    const fine = !draining && Object.values(checks).every(Boolean)
    const body = JSON.stringify({ ready: fine, draining, ...checks })
    send(response, { status: fine ? 200 : 503, type: 'application/json', body })
  }
  return {
    handle(request, response) {
      switch (request.url) {
        case '/healthz':
          send(response, { status: 200, type: 'application/json', body: '{"up":true}' })
          return true
        case '/readyz':
          void ready(response)
          return true
        case '/metrics':
          void merged
            .metrics()
            .then((body) => send(response, { status: 200, type: merged.contentType, body }))
          return true
        default:
          return false
      }
    },
    drain() {
      draining = true
    },
  }
}
