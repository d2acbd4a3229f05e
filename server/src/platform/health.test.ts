import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import { makeHealth, type ReadinessProbes } from './health.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const good = { check: async () => {}, isNeeded: true }
const idle = { read: async () => 0, isResponsible: true }
const calm: ReadinessProbes = {
  services: { database: good, eventLog: good, files: good },
  lags: { billing: idle, fold: idle, jobs: idle },
}

async function serve(probes: ReadinessProbes) {
  const health = makeHealth({ probes, metrics: [new Registry()], mayInspect: () => true })
  const server = createServer((request, response) => void health.handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`
  const get = async () => {
    const response = await fetch(url)
    return { status: response.status, body: await response.json() }
  }
  return { get, health }
}

test('a process is ready while what it needs is reachable, and says how old its work is', async () => {
  const { get, health } = await serve({
    ...calm,
    lags: { ...calm.lags, jobs: { ...idle, read: async () => 3.26 } },
  })
  expect(await get()).toEqual({
    status: 200,
    body: {
      ...{ ready: true, draining: false, database: true, eventLog: true, files: true },
      lag: { billing: 0, fold: 0, jobs: 3.3 },
    },
  })
  health.drain()
  expect(await get()).toMatchObject({ status: 503, body: { ready: false, draining: true } })
})

test('work older than a minute makes a process not ready only if it is responsible for it', async () => {
  const late = { read: async () => 61, isResponsible: true }
  const mine = await serve({ ...calm, lags: { ...calm.lags, billing: late } })
  expect(await mine.get()).toMatchObject({ status: 503, body: { ready: false, lag: { billing: 61 } } })
  const others = await serve({ ...calm, lags: { ...calm.lags, billing: { ...late, isResponsible: false } } })
  expect(await others.get()).toMatchObject({ status: 200, body: { lag: { billing: 61 } } })
})

test('a service that the roles do not need is only reported, and a failure just noticed counts at once', async () => {
  const away = { check: () => Promise.reject(new Error('away')), isNeeded: false }
  const { get } = await serve({ ...calm, services: { ...calm.services, eventLog: away } })
  expect(await get()).toMatchObject({ status: 200, body: { eventLog: false } })
  const full = await serve({
    ...calm,
    services: { ...calm.services, database: { ...good, hasFailed: () => true } },
  })
  expect(await full.get()).toMatchObject({ status: 503, body: { database: false } })
})

test('however often it is called, it probes at most once a second', async () => {
  const check = vi.fn(async () => {})
  const { get } = await serve({ ...calm, services: { ...calm.services, files: { check, isNeeded: true } } })
  const sinceMs = performance.now()
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 10 }, get))
  const secondsMax = Math.ceil((performance.now() - sinceMs) / 1_000)
  expect(check.mock.calls.length).toBeLessThanOrEqual(secondsMax)
})
