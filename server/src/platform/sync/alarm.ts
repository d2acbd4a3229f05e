/** Wakes one waiting loop. A ring that nobody waits for ends the next wait at once, so none is lost. */
export class Alarm {
  #rung = false
  #closed = false
  #wake: (() => void) | undefined

  readonly ring = (): void => {
    this.#rung = true
    this.#wake?.()
  }

  /** Resolves at the next ring or after `waitMsMax`; at once if it rang since the last wait. */
  async wait(waitMsMax: number): Promise<void> {
    await this.#sleep(waitMsMax, () => this.#rung)
    this.#rung = false
  }

  /** Resolves after `waitMs`. A ring does not shorten it; closing does. */
  pause(waitMs: number): Promise<void> {
    return this.#sleep(waitMs, () => false)
  }

  /** Ends the current wait and every later one at once. */
  close(): void {
    this.#closed = true
    this.#wake?.()
  }

  async #sleep(ms: number, isOver: () => boolean): Promise<void> {
    if (this.#closed || isOver()) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        if (!this.#closed && !isOver()) return
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = undefined
  }
}
