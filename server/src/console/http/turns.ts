export interface TurnLimits {
  /** How many of one kind go at once. */
  atOnceMax: number
  waitingMax: number
  waitMsMax: number
}

interface Line {
  going: number
  waiting: (() => void)[]
}

/**
 * Lets so many of one kind go at once and the others wait, first come first served. They wait here, where waiting
 * costs next to nothing, and not with a connection to the database in hand.
 */
export class Turns {
  readonly #limits: TurnLimits
  readonly #lines = new Map<string, Line>()

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** Waits for a turn and answers what ends it; undefined when too many wait, or it took too long. */
  async take(key: string): Promise<(() => void) | undefined> {
    const line = this.#lines.get(key) ?? { going: 0, waiting: [] }
    this.#lines.set(key, line)
    if (line.going < this.#limits.atOnceMax) line.going++
    else if (!(await this.#wait(line))) return undefined
    return () => this.#end(key, line)
  }

  #wait(line: Line): Promise<boolean> {
    if (line.waiting.length >= this.#limits.waitingMax) return Promise.resolve(false)
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(late)
        resolve(true)
      }
      const late = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(go), 1)
        resolve(false)
      }, this.#limits.waitMsMax)
      line.waiting.push(go)
    })
  }

  #end(key: string, line: Line): void {
    // The next one takes the place over, so that nobody slips in between.
    const next = line.waiting.shift()
    if (next) next()
    else line.going--
    if (line.going === 0) this.#lines.delete(key)
  }
}
