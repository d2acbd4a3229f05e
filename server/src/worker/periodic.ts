import type { Log } from '../platform/log.ts'

export interface Periodic {
  /** Waits for the run under way. */
  stop(): Promise<void>
}

/** Runs a chore now and then every so often, one run at a time. A failure is logged and the next run tries again. */
export function every(ms: number, chore: { name: string; log: Log; run: () => Promise<unknown> }): Periodic {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const next = () => {
    running = chore
      .run()
      .then(() => {})
      .catch((fault: unknown) => chore.log.error({ err: fault, chore: chore.name }, 'a chore failed'))
      .then(() => {
        if (!stopped) timer = setTimeout(next, ms)
      })
  }
  next()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
