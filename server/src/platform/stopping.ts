import { second } from '@voltline/kernel'
import type { Log } from './log.ts'

export interface Stopper {
  name: string
  stop(): Promise<void>
}

/** In this order: no new requests, then the roles, which finish what they accepted, then what they use. */
const stages = ['http', 'roles', 'events', 'database'] as const
type Stage = (typeof stages)[number]

/** Each stage leaves at least this much of the time for the stages after it. */
const reservedMs: Record<Stage, number> = { http: 3 * second, roles: 2 * second, events: second, database: 0 }

/** Stops the parts of the program, and goes on without one that hangs. */
export class Stopping {
  readonly #log: Log
  readonly #stoppers: Record<Stage, Stopper[]> = { http: [], roles: [], events: [], database: [] }

  constructor(log: Log) {
    this.#log = log
  }

  add(stage: Stage, stopper: Stopper): void {
    this.#stoppers[stage].push(stopper)
  }

  async stop(msMax: number): Promise<void> {
    const endMs = performance.now() + msMax
    for (const stage of stages) {
      const stageMsMax = Math.max(0, endMs - performance.now() - reservedMs[stage])
      await Promise.all(this.#stoppers[stage].splice(0).map((stopper) => this.#stop(stopper, stageMsMax)))
    }
  }

  async #stop({ name, stop }: Stopper, msMax: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#log.warn({ service: name }, 'did not stop in time')
        resolve()
      }, msMax)
    })
    const stopped = stop().catch((fault: unknown) =>
      this.#log.error({ err: fault, service: name }, 'did not stop cleanly'),
    )
    await Promise.race([stopped, late])
    clearTimeout(timer)
  }
}
