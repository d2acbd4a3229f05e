import type { Instant } from '@voltline/kernel'

export interface Rate {
  /** How many are allowed in a window. */
  count: number
  windowMs: number
}

const keysMax = 100_000

/**
 * Counts by key in fixed windows, in the memory of this process. When the map is full, the oldest window is dropped,
 * so memory is bounded and an overflow can only allow more.
 */
export class RateLimiter {
  readonly #windows = new Map<string, { endsAt: number; count: number }>()

  /** Returns false if the window has none left. */
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
