import { assert } from '@voltline/kernel'

/** Lets so many works run at a time and so many wait; the rest are turned away. */
export class Slots {
  readonly #runningMax: number
  readonly #waitingMax: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(bounds: { runningMax: number; waitingMax: number }) {
    assert(bounds.runningMax > 0, 'something can run')
    this.#runningMax = bounds.runningMax
    this.#waitingMax = bounds.waitingMax
  }

  /** Undefined, and the work not begun, when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#running < this.#runningMax) this.#running++
    else if (this.#waiting.length >= this.#waitingMax) return undefined
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The slot passes straight to the next in line.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
