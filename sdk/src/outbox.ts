import { type Action, type Answer, type Connection, call } from './wire.ts'

interface Report {
  token: string
  action: Action
  /** The arrival of the offer, in epoch milliseconds. */
  at: number
}

/** How long the server accepts a report; later it is discarded. */
const lifeMs: Record<Action, number> = { IMPRESSION: 600_000, WATCH: 3_600_000, CLICK: 3_600_000 }
const reportsMax = 200
const firstWaitMs = 1_000
const waitMsMax = 60_000

/** The browser's storage, or undefined where it is blocked. */
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
      // In a private window or on a full disk the value lasts as long as the page.
    }
  },
}

/** Sends each report once and retries while there is no connection, also after a reload of the page. */
export class Outbox {
  readonly #to: Connection
  readonly #onResponse: (response: Answer) => void
  readonly #key: string
  #reports: Report[]
  readonly #known = new Set<string>()
  readonly #waiting = new Map<string, (response: Answer | undefined) => void>()
  #isSending = false
  #waitMs = firstWaitMs
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `onResponse` is called for every response, also to reports that an earlier page left. */
  constructor(to: Connection, onResponse: (response: Answer) => void) {
    this.#to = to
    this.#onResponse = onResponse
    this.#key = `voltline.outbox.${to.apiKey}`
    this.#reports = readReports(store.get(this.#key))
    for (const report of this.#reports) this.#known.add(report.token + report.action)
    addEventListener('online', () => this.#soon(0))
    if (this.#reports.length > 0) this.#soon(0)
  }

  /** Resolves with the response; with undefined if it was reported before or has expired. */
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
        const response = isLate ? undefined : await call(this.#to, '/sdk/v1/event', { token, action })
        if (response?.error === 'TRYAGAIN_LATER') throw new Error(response.error)
        this.#waitMs = firstWaitMs
        this.#reports = this.#reports.filter((kept) => kept !== report)
        this.#save()
        if (response) this.#onResponse(response)
        this.#waiting.get(token + action)?.(response)
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
      ? read.filter((report) => typeof report?.token === 'string' && report.action in lifeMs)
      : []
  } catch {
    return []
  }
}
