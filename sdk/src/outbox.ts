import { store } from './store.ts'
import { type Action, type Answer, type Connection, call } from './wire.ts'

interface Report {
  token: string
  action: Action
  /** The arrival of the offer, in epoch milliseconds. */
  at: number
  /** What was measured, and what the app passes on. */
  fields: object
  /** How long after the answer to its impression the report may be sent. */
  waitMs?: number
  /** The earliest time to send it, in epoch milliseconds; unknown while the impression is not answered. */
  dueAt?: number
}

/** How long the server accepts a report; later it is discarded. */
const lifeMs: Record<Action, number> = { IMPRESSION: 600_000, WATCH: 3_600_000, CLICK: 3_600_000 }
const reportsMax = 200
const firstWaitMs = 1_000
const waitMsMax = 60_000
const idOf = ({ token, action }: Pick<Report, 'token' | 'action'>): string => token + action

/** Sends each report once and retries while there is no connection, also after a reload of the page. */
export class Outbox {
  readonly #to: Connection
  readonly #onResponse: (response: Answer) => void
  readonly #key: string
  readonly #known = new Set<string>()
  readonly #waiting = new Map<string, (response: Answer | undefined) => void>()
  /** When the impression of an offer was answered. */
  readonly #answeredAt = new Map<string, number>()
  #isSending = false
  #waitMs = firstWaitMs
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `onResponse` is called for every response, also to reports that an earlier page left. */
  constructor(to: Connection, onResponse: (response: Answer) => void) {
    this.#to = to
    this.#onResponse = onResponse
    this.#key = `voltline.outbox.${to.apiKey}`
    addEventListener('online', () => this.#soon(0))
    if (this.#reports().length > 0) this.#soon(0)
  }

  /**
   * Resolves with the response; with undefined if it was reported before or has expired. With `waitMs` it is sent so
   * long after the offer's impression was answered: the server judges by arrival.
   */
  report(report: Report): Promise<Answer | undefined> {
    const id = idOf(report)
    if (this.#known.has(id)) return Promise.resolve(undefined)
    this.#known.add(id)
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      const answeredAt = this.#answeredAt.get(report.token)
      const dueAt = answeredAt !== undefined && answeredAt + (report.waitMs ?? 0)
      this.#change((reports) => [...reports, dueAt ? { ...report, dueAt } : report].slice(-reportsMax))
      void this.#send()
    })
  }

  /** Read anew each time: other pages of the app share them. */
  #reports(): Report[] {
    return readReports(store.get(this.#key))
  }

  #change(change: (reports: Report[]) => Report[]): void {
    store.set(this.#key, JSON.stringify(change(this.#reports())))
  }

  #soon(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(), ms)
  }

  /** Milliseconds until the report may be sent; undefined while that depends on another one. */
  #delay(report: Report, reports: readonly Report[]): number | undefined {
    const { token, waitMs, dueAt } = report
    if (waitMs === undefined) return 0
    // A clock that was set back does not make it wait longer.
    if (dueAt !== undefined) return Math.min(waitMs, Math.max(0, dueAt - Date.now()))
    return reports.some((other) => other.token === token && other.action === 'IMPRESSION') ? undefined : 0
  }

  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      for (;;) {
        const reports = this.#reports()
        const delays = reports.map((report) => this.#delay(report, reports))
        const next = reports[delays.indexOf(0)]
        const nextMs = Math.min(...delays.map((delay) => delay ?? Number.POSITIVE_INFINITY))
        if (!next && nextMs < Number.POSITIVE_INFINITY) this.#soon(nextMs)
        if (!next) break
        await this.#sendOne(next)
      }
    } catch {
      this.#soon(this.#waitMs)
      this.#waitMs = Math.min(2 * this.#waitMs, waitMsMax)
    }
    this.#isSending = false
  }

  async #sendOne(report: Report): Promise<void> {
    const { token, action, at, fields } = report
    const isLate = Date.now() - at > lifeMs[action]
    const response = isLate ? undefined : await call(this.#to, '/sdk/v1/event', { token, action, ...fields })
    if (response?.error === 'TRYAGAIN_LATER') throw new Error(response.error)
    this.#waitMs = firstWaitMs
    const now = Date.now()
    if (action === 'IMPRESSION') this.#answeredAt.set(token, now)
    const id = idOf(report)
    this.#change((reports) =>
      reports
        .filter((kept) => idOf(kept) !== id)
        .map((kept) =>
          action === 'IMPRESSION' && kept.token === token && kept.waitMs !== undefined
            ? { ...kept, dueAt: now + kept.waitMs }
            : kept,
        ),
    )
    if (response) this.#onResponse(response)
    this.#waiting.get(id)?.(response)
    this.#waiting.delete(id)
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
