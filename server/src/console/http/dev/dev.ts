import { type Instant, instant } from '@voltline/kernel'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

export interface DevTools {
  /** Sets the program's clock; it runs on from there. */
  setClock(now: Instant): void
  /** Resolves once every accepted event has been billed; only where billing runs in this process. */
  drain?: () => Promise<void>
}

const ClockInput = z.object({ now: z.iso.datetime({ offset: true }) })

/** Tools for tests and demonstrations. Never registered in production. */
export function registerDev(app: FastifyInstance, tools: DevTools): void {
  app.post('/dev/clock', async (request, reply) => {
    const parsed = ClockInput.safeParse(request.body)
    if (!parsed.success)
      return reply.code(400).send({ error: 'UNKNOWN', detail: 'now is ISO 8601 with offset.' })
    const now = instant(Date.parse(parsed.data.now))
    tools.setClock(now)
    return { error: 'SUCCESS', now: new Date(now).toISOString() }
  })
  const { drain } = tools
  if (!drain) return
  app.post('/dev/drain', async () => {
    await drain()
    return { error: 'SUCCESS' }
  })
}
