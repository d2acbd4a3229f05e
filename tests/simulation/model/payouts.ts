import { dateAt, midnightBefore, nextMidnight } from './days.ts'
import type { Model } from './model.ts'

const seoul = 'Asia/Seoul'
const monthAt = (at: number): string => dateAt(at, seoul).slice(0, 7)

interface ModelRequest {
  id: number
  publisher: number
  month: string
  won: bigint
  status: string
}

/** Closed months and applications for payouts. A closed month does not change; a later correction is payable less. */
export class ModelPayouts {
  readonly requests: ModelRequest[] = []
  readonly withAccount = new Set<number>()
  /** The first month that is not closed. */
  openMonth: string
  readonly #model: Model
  readonly #minWon: bigint

  constructor(model: Model, start: number, minWon: number) {
    this.#model = model
    this.#minWon = BigInt(minWon)
    this.openMonth = monthAt(start)
  }

  /** The worker looks for months to close. Everything up to `billedUntil` has been billed, apart from what waits. */
  close(now: number, billedUntil: number): void {
    const waiting = this.#model.waiting.map(({ receivedAt }) => receivedAt)
    const settled = Math.min(now, billedUntil, ...waiting)
    // The month that contains the settled moment is the first that can still change.
    const month = monthAt(settled)
    if (month > this.openMonth) this.openMonth = month
  }

  /** By publisher and month. */
  months(): Map<string, { revenue: bigint; impressions: number }> {
    const sums = new Map<string, { revenue: bigint; impressions: number }>()
    for (const { event, publisherPart, corrected } of this.#model.counted.values()) {
      const key = `${this.#model.publisherOf(event.mediumId)}/${monthAt(event.receivedAt)}`
      const sum = sums.get(key) ?? { revenue: 0n, impressions: 0 }
      if (!corrected || corrected.isAfterClose) sum.revenue += publisherPart
      if (event.action === 'IMPRESSION') sum.impressions += 1
      sums.set(key, sum)
    }
    return sums
  }

  isClosed(at: number): boolean {
    return monthAt(at) < this.openMonth
  }

  /** Nothing while the revenue is negative. */
  payable(publisher: number): bigint {
    if ((this.#model.accounts.get(`REVENUE/${publisher}`) ?? 0n) < 0n) return 0n
    let sum = 0n
    for (const [key, { revenue }] of this.months()) {
      const [owner, month = ''] = key.split('/')
      if (Number(owner) === publisher && month < this.openMonth) sum += revenue
    }
    for (const { event, publisherPart, corrected } of this.#model.counted.values()) {
      if (corrected?.isAfterClose && this.#model.publisherOf(event.mediumId) === publisher)
        sum -= publisherPart
    }
    for (const request of this.requests) {
      if (request.publisher === publisher && request.status !== 'RELEASED') sum -= request.won * 1_000_000n
    }
    return sum < 0n ? 0n : sum
  }

  /** The reply to an application. */
  expect(publisher: number, won: bigint, now: number): string {
    const date = dateAt(now, seoul)
    if (!this.withAccount.has(publisher)) return 'NEED_ACCOUNT'
    if (Number(date.slice(8)) > 5) return 'INVALID_PERIOD'
    const month = date.slice(0, 7)
    if (this.requests.some((request) => request.publisher === publisher && request.month === month)) {
      return 'DUPLICATE_REQUEST'
    }
    return won < this.#minWon || won * 1_000_000n > this.payable(publisher) ? 'NOTENOUGH_REVENUE' : 'SUCCESS'
  }

  apply(id: number, publisher: number, won: bigint, now: number): void {
    this.requests.push({ id, publisher, month: monthAt(now), won, status: 'WAITING' })
    this.#model.move(`REVENUE/${publisher}`, -won * 1_000_000n)
    this.#model.move(`RESERVED/${publisher}`, won * 1_000_000n)
  }

  /** The reply to an operator's decision. */
  decide(request: ModelRequest, status: string): string {
    const next: Record<string, string[]> = { WAITING: ['COMPLETE', 'HOLD'], HOLD: ['WAITING', 'COMPLETE'] }
    if (!next[request.status]?.includes(status)) return 'UNKNOWN'
    request.status = status
    if (status === 'COMPLETE') {
      this.#model.move(`RESERVED/${request.publisher}`, -request.won * 1_000_000n)
      this.#model.move('OUTSIDE', request.won * 1_000_000n)
    }
    return 'SUCCESS'
  }

  /** The reply to the release of a request on hold, whose amount is revenue again. */
  release(request: ModelRequest): string {
    if (request.status !== 'HOLD') return 'UNKNOWN'
    request.status = 'RELEASED'
    this.#model.move(`RESERVED/${request.publisher}`, -request.won * 1_000_000n)
    this.#model.move(`REVENUE/${request.publisher}`, request.won * 1_000_000n)
    return 'SUCCESS'
  }

  /** Start of the running month: no clock goes back beyond it, because a closed month does not open again. */
  monthStart(now: number): number {
    let at = midnightBefore(now, seoul)
    while (!dateAt(at, seoul).endsWith('-01')) at = midnightBefore(at - 1, seoul)
    return at
  }

  monthEnd(now: number): number {
    let at = nextMidnight(now, seoul)
    while (!dateAt(at, seoul).endsWith('-01')) at = nextMidnight(at, seoul)
    return at
  }
}
