import type { Log } from '../platform/log.ts'

export interface Periodic {
  /** Resolves after the current run. */
  stop(): Promise<void>
}

export interface Chore {
  name: string
  log: Log
  /** A long run asks now and then whether it should end early. */
  run(isStopping: () => boolean): Promise<unknown>
}

/** Runs a chore at once and then `ms` after the end of each run. A failure is logged and the next run tries again. */
export function every(ms: number, chore: Chore): Periodic {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const next = () => {
    running = chore
      .run(() => stopped)
      .then(() => {})
      .catch((fault: unknown) => chore.log.error({ err: fault, chore: chore.name }, 'A chore failed.'))
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
