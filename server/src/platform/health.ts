import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { OpsAccess } from './ops-access.ts'
import { safeHeaders } from './safe-headers.ts'

/** Metrics of this process for Prometheus; roles add their own. */
export function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

export type Probe = () => Promise<void>
const probeMsMax = 2_000

async function succeeds(probe: Probe): Promise<boolean> {
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
  /** True if the request was for one of the health URLs. */
  handle(request: IncomingMessage, response: ServerResponse): boolean
  /** Reports not ready from now on, so that a load balancer sends nothing more while accepted requests finish. */
  drain(): void
}

/** GET /healthz: the process is up. GET /readyz: what it needs is reachable. GET /metrics. */
export function makeHealth(services: {
  probes: ReadonlyMap<string, Probe>
  metrics: readonly Registry[]
  mayInspect: OpsAccess
}): Health {
  const merged = Registry.merge([...services.metrics])
  let draining = false
  const send = (response: ServerResponse, reply: { status: number; type: string; body: string }) => {
    response.writeHead(reply.status, {
      ...safeHeaders,
      'content-type': reply.type,
      'cache-control': 'no-store',
    })
    response.end(reply.body)
  }
  async function ready(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const checks: Record<string, boolean> = {}
    for (const [name, probe] of services.probes) checks[name] = await succeeds(probe)
    const fine = !draining && Object.values(checks).every(Boolean)
    const body = JSON.stringify({ ready: fine, ...(services.mayInspect(request) && { draining, ...checks }) })
    send(response, { status: fine ? 200 : 503, type: 'application/json', body })
  }
  return {
    handle(request, response) {
      switch (request.url) {
        case '/healthz':
          send(response, { status: 200, type: 'application/json', body: '{"up":true}' })
          return true
        case '/readyz':
          void ready(request, response)
          return true
        case '/metrics':
          if (!services.mayInspect(request)) {
            send(response, { status: 404, type: 'application/json', body: '{"error":"API_NOTFOUND"}' })
            return true
          }
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
