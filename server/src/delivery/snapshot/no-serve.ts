import type { NoServeReason } from '@voltline/contract'
import { type AdId, type Instant, utcDay } from '@voltline/kernel'
import type { NoServeCount } from '../../domain/auction/no-serve-store.ts'

const pendingMax = 100_000

/** How often each ad missed a request of its product and platform, and why, until it is written. */
export class NoServeCounts {
  #pending = new Map<string, { reason: NoServeReason; adId: AdId; count: number }>()
  /** Counts dropped because the memory limit was reached. */
  lost = 0

  add(reason: NoServeReason, adId: AdId, count: number): void {
    if (count <= 0) return
    const key = `${reason}/${adId}`
    const known = this.#pending.get(key)
    if (known) known.count += count
    else if (this.#pending.size < pendingMax) this.#pending.set(key, { reason, adId, count })
    else this.lost += count
  }

  /** Removes at most `rowsMax` counts, to be written. */
  take(now: Instant, rowsMax: number): NoServeCount[] {
    const day = utcDay(now)
    const taken: NoServeCount[] = []
    for (const [key, pending] of this.#pending) {
      if (taken.length === rowsMax) break
      taken.push({ ...pending, utcDay: day })
      this.#pending.delete(key)
    }
    return taken
  }

  /** Returns counts that could not be written. */
  putBack(counts: readonly NoServeCount[]): void {
    for (const { reason, adId, count } of counts) this.add(reason, adId, count)
  }
}
