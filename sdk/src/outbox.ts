import { type Action, type Answer, type Connection, call } from './wire.ts'

interface Report {
  token: string
  action: Action
  /** When the offer came, in epoch milliseconds. */
  at: number
}

/** The server accepts a report this long; later it is thrown away. */
const lifeMs: Record<Action, number> = { IMPRESSION: 600_000, WATCH: 3_600_000, CLICK: 3_600_000 }
const reportsMax = 200
const firstWaitMs = 1_000
const waitMsMax = 60_000

/** The browser's storage, or nothing where it is forbidden. */
export const store = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value)
    } catch {
      // Private windows and full disks: it then lasts as long as the page.
    }
  },
}

/** Reports each thing once, and keeps at it while there is no connection, also after the page was loaded anew. */
export class Outbox {
  readonly #to: Connection
  readonly #heard: (answer: Answer) => void
  readonly #key: string
  #reports: Report[]
  readonly #known = new Set<string>()
  readonly #waiting = new Map<string, (answer: Answer | undefined) => void>()
  #isSending = false
  #waitMs = firstWaitMs
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `heard` is told every answer, also to reports that an earlier page left behind. */
  constructor(to: Connection, heard: (answer: Answer) => void) {
    this.#to = to
    this.#heard = heard
    this.#key = `voltline.outbox.${to.apiKey}`
    this.#reports = readReports(store.get(this.#key))
    for (const report of this.#reports) this.#known.add(report.token + report.action)
    addEventListener('online', () => this.#soon(0))
    if (this.#reports.length > 0) this.#soon(0)
  }

  /** Resolves with the server's answer; with nothing when the same was reported before or its time ran out. */
  report(token: string, action: Action, at: number): Promise<Answer | undefined> {
    const id = token + action
    if (this.#known.has(id)) return Promise.resolve(undefined)
    this.#known.add(id)
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#reports = [...this.#reports, { token, action, at }].slice(-reportsMax)
      this.#save()
      void this.#send()
    })
  }

  #save(): void {
    store.set(this.#key, JSON.stringify(this.#reports))
  }

  #soon(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(), ms)
  }

  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      for (let report = this.#reports[0]; report; report = this.#reports[0]) {
        const isLate = Date.now() - report.at > lifeMs[report.action]
        const { token, action } = report
        const answer = isLate ? undefined : await call(this.#to, '/sdk/v1/event', { token, action })
        if (answer?.error === 'TRYAGAIN_LATER') throw new Error(answer.error)
        this.#waitMs = firstWaitMs
        this.#reports = this.#reports.filter((one) => one !== report)
        this.#save()
        if (answer) this.#heard(answer)
        this.#waiting.get(token + action)?.(answer)
        this.#waiting.delete(token + action)
      }
    } catch {
      this.#soon(this.#waitMs)
      this.#waitMs = Math.min(2 * this.#waitMs, waitMsMax)
    }
    this.#isSending = false
  }
}

function readReports(text: string | null): Report[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(read)
      ? read.filter((one) => typeof one?.token === 'string' && one.action in lifeMs)
      : []
  } catch {
    return []
  }
}
