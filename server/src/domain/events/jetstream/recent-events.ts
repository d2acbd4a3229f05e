import type { Instant } from '@voltline/kernel'
import type { EventKey } from '../event-log.ts'

const keysMax = 200_000

export const keyOf = ({ offerId, action, issueDay }: EventKey): string => `${offerId}${action}${issueDay}`

/**
 * The arrivals of recently stored events, by `keyOf`. Two generations: the older is forgotten when the younger is full.
 */
export class RecentEvents {
  readonly #keysMax: number
  #young = new Map<string, Instant>()
  #old = new Map<string, Instant>()
  readonly #pending = new Map<string, Promise<void>>()

  constructor(limits = { keysMax }) {
    this.#keysMax = limits.keysMax
  }

  receivedAt(key: string): Instant | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  /** The append that is storing the event now. */
  pending(key: string): Promise<void> | undefined {
    return this.#pending.get(key)
  }

  begin(key: string, append: Promise<void>): void {
    this.#pending.set(key, append)
  }

  end(key: string): void {
    this.#pending.delete(key)
  }

  remember(key: string, receivedAt: Instant): void {
    if (this.receivedAt(key) !== undefined) return
    if (this.#young.size >= this.#keysMax) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, receivedAt)
  }
}
