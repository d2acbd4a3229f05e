import type { IncomingMessage, ServerResponse } from 'node:http'
import { second } from '@voltline/kernel'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { OpsAccess } from './ops-access.ts'
import { safeHeaders } from './safe-headers.ts'
import { deadline } from './sync/deadline.ts'

/** Metrics of this process for Prometheus; roles add their own. */
export function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

const probeMsMax = 2 * second
/** However often /readyz is called. */
const probeMsMin = 1 * second
/** A process that is responsible for older work is not ready. */
const lagSecondsMax = 60

export interface Probe {
  /** Rejects if the service cannot be used. */
  check(): Promise<void>
  /** What is known without a check: true if the service has just failed. */
  hasFailed?(): boolean
  /** The process needs the service for its roles. */
  isNeeded: boolean
}

export interface LagProbe {
  /** The age of the oldest waiting work in seconds. */
  read(): Promise<number>
  /** The process has the role that does this work. */
  isResponsible: boolean
}

export interface ReadinessProbes {
  services: Readonly<Record<'database' | 'eventLog' | 'files', Probe>>
  lags: Readonly<Record<'billing' | 'fold' | 'jobs', LagProbe>>
}

/** Undefined if the work fails or takes too long. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let cancel = () => {}
  const late = new Promise<undefined>((resolve) => {
    cancel = deadline(probeMsMax, () => resolve(undefined))
  })
  const value = await Promise.race([work.catch(() => undefined), late])
  cancel()
  return value
}

/** The results of the last round of probes. A lag that cannot be read keeps its last value. */
class Probes {
  readonly #probes: ReadinessProbes
  readonly #found = new Map<string, boolean>()
  readonly #lags = new Map<string, number>()
  #round: Promise<void> | undefined
  #probedMs = Number.NEGATIVE_INFINITY

  constructor(probes: ReadinessProbes) {
    this.#probes = probes
  }

  async state(): Promise<{
    isReady: boolean
    services: Record<string, boolean>
    lag: Record<string, number>
  }> {
    if (!this.#round && performance.now() - this.#probedMs >= probeMsMin) this.#round = this.#probe()
    await this.#round
    const services: Record<string, boolean> = {}
    const lag: Record<string, number> = {}
    let isReady = true
    for (const [name, probe] of Object.entries(this.#probes.services)) {
      services[name] = this.#found.get(name) === true && !probe.hasFailed?.()
      if (probe.isNeeded && !services[name]) isReady = false
    }
    for (const [name, probe] of Object.entries(this.#probes.lags)) {
      const seconds = this.#lags.get(name) ?? 0
      lag[name] = seconds
      if (probe.isResponsible && seconds > lagSecondsMax) isReady = false
    }
    return { isReady, services, lag }
  }

  async #probe(): Promise<void> {
    this.#probedMs = performance.now()
    const services = Object.entries(this.#probes.services).map(async ([name, probe]) => {
      this.#found.set(name, (await inTime(probe.check().then(() => true))) === true)
    })
    await Promise.all([...services, this.#readLags()])
    this.#round = undefined
  }

  /** One after the other: they all need a database connection. */
  async #readLags(): Promise<void> {
    const reading = (async () => {
      for (const [name, probe] of Object.entries(this.#probes.lags)) {
        const seconds = await probe.read().catch(() => undefined)
        if (seconds !== undefined) this.#lags.set(name, Math.max(0, Math.round(seconds * 10) / 10))
      }
    })()
    await inTime(reading)
  }
}

export interface Health {
  /** True if the request was for one of the health URLs. */
  handle(request: IncomingMessage, response: ServerResponse): boolean
  /** Reports not ready from now on, so that a load balancer sends nothing more while accepted requests finish. */
  drain(): void
}

/**
 * GET /healthz: the process is up. GET /readyz: what it needs is reachable, and its work is not left lying. GET
 * /metrics.
 */
export function makeHealth(services: {
  probes: ReadinessProbes
  metrics: readonly Registry[]
  mayInspect: OpsAccess
}): Health {
  const merged = Registry.merge([...services.metrics])
  const probes = new Probes(services.probes)
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
    const state = await probes.state()
    const isReady = state.isReady && !draining
    const details = services.mayInspect(request) && { draining, ...state.services, lag: state.lag }
    const body = JSON.stringify({ ready: isReady, ...details })
    send(response, { status: isReady ? 200 : 503, type: 'application/json', body })
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
