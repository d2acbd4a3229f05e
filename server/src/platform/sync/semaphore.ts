import { assert } from '@voltline/kernel'

export interface SemaphoreLimits {
  runningMax: number
  waitingMax: number
  waitMsMax?: number
}

/** Returns a permit. A second call has no effect. */
export type Release = () => void

/** Lets `runningMax` callers run and `waitingMax` wait, first come, first served. Everyone else is turned away. */
export class Semaphore {
  readonly #limits: SemaphoreLimits
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: SemaphoreLimits) {
    assert(limits.runningMax > 0, 'a semaphore has at least one permit')
    this.#limits = limits
  }

  get isIdle(): boolean {
    return this.#running === 0
  }

  /** Undefined if too many callers wait, or if no permit became free in time. */
  async acquire(): Promise<Release | undefined> {
    if (this.#running < this.#limits.runningMax) this.#running++
    else if (!(await this.#wait())) return undefined
    let released = false
    return () => {
      if (released) return
      released = true
      this.#release()
    }
  }

  /** Undefined, without starting the work, where `acquire` returns undefined. */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    const release = await this.acquire()
    if (!release) return undefined
    try {
      return await work()
    } finally {
      release()
    }
  }

  #wait(): Promise<boolean> {
    const { waitingMax, waitMsMax } = this.#limits
    if (this.#waiting.length >= waitingMax) return Promise.resolve(false)
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined
      const proceed = () => {
        clearTimeout(timer)
        resolve(true)
      }
      if (waitMsMax !== undefined) {
        timer = setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(proceed), 1)
          resolve(false)
        }, waitMsMax)
      }
      this.#waiting.push(proceed)
    })
  }

  #release(): void {
    // The permit passes straight to the next caller, so that a newcomer cannot overtake it.
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}

/** One semaphore per key, kept only while it is in use. */
export class KeyedSemaphore {
  readonly #limits: SemaphoreLimits
  readonly #byKey = new Map<string, Semaphore>()

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits
  }

  async acquire(key: string): Promise<Release | undefined> {
    const semaphore = this.#byKey.get(key) ?? new Semaphore(this.#limits)
    this.#byKey.set(key, semaphore)
    const release = await semaphore.acquire()
    if (!release) return undefined
    return () => {
      release()
      if (semaphore.isIdle && this.#byKey.get(key) === semaphore) this.#byKey.delete(key)
    }
  }
}
