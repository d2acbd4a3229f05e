import type { Instant } from '@voltline/kernel'

export interface Rate {
  /** How many in a window. */
  count: number
  windowMs: number
}

const keysMax = 100_000

/**
 * Counts calls by key in fixed windows, in this process's memory. Bounded: when full, the oldest windows go first,
 * which can only ever forgive.
 */
export class RateLimiter {
  readonly #windows = new Map<string, { endsAt: number; count: number }>()

  /** Takes one; false when the window has no more. */
  take(key: string, rate: Rate, now: Instant): boolean {
    const open = this.#windows.get(key)
    if (open && open.endsAt > now) {
      open.count++
      return open.count <= rate.count
    }
    this.#windows.delete(key)
    if (this.#windows.size >= keysMax) {
      const oldest = this.#windows.keys().next().value
      if (oldest !== undefined) this.#windows.delete(oldest)
    }
    this.#windows.set(key, { endsAt: now + rate.windowMs, count: 1 })
    return rate.count >= 1
  }
}
