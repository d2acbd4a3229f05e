/** What a sender knows of an event that it reported. */
export interface Reported {
  adId: number
  device: string
  action: 'IMPRESSION' | 'CLICK'
  /** The fault during which it was acknowledged; undefined if there was no answer, so that it may or may not count. */
  phase: number | undefined
  /** When its ad was requested, in milliseconds of performance.now(). */
  requestedMs: number
}

/** The driver's own record of the run, made from nothing but the answers that it received. */
export class Journal {
  readonly #reported: Reported[] = []
  readonly #statuses = new Map<number, number>()
  /** The fault that is under way; events acknowledged from now on belong to it. */
  phase = 0
  served = 0

  begin(event: Omit<Reported, 'phase'>): Reported {
    const reported = { ...event, phase: undefined }
    this.#reported.push(reported)
    return reported
  }

  acknowledge(event: Reported): void {
    event.phase = this.phase
  }

  answered(status: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
  }

  get reported(): readonly Reported[] {
    return this.#reported
  }

  get acknowledged(): readonly Reported[] {
    return this.#reported.filter(({ phase }) => phase !== undefined)
  }

  /** The first acknowledged event of this kind whose ad was requested after this time. */
  firstSince(ms: number, adId: number, action: Reported['action']): Reported | undefined {
    return this.#reported.find(
      (event) =>
        event.requestedMs >= ms &&
        event.phase !== undefined &&
        event.adId === adId &&
        event.action === action,
    )
  }

  /** For example "200: 5120, 503: 12". */
  get statuses(): string {
    const sorted = [...this.#statuses].sort(([a], [b]) => a - b)
    return sorted.map(([status, count]) => `${status || 'none'}: ${count}`).join(', ')
  }
}
