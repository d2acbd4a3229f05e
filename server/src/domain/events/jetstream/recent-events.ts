import type { Instant } from '@voltline/kernel'
import type { EventKey } from '../event-log.ts'

const keysMax = 200_000

export const keyOf = ({ offerId, action, issueDay }: EventKey): string => `${offerId}${action}${issueDay}`

/** The arrivals of recently stored events. Two generations: the older is forgotten when the younger is full. */
export class RecentEvents {
  readonly #keysMax: number
  #young = new Map<string, Instant>()
  #old = new Map<string, Instant>()
  /** Being stored now, with the number of appends that store them. */
  readonly #pending = new Map<string, number>()

  constructor(limits = { keysMax }) {
    this.#keysMax = limits.keysMax
  }

  receivedAt(event: EventKey): Instant | undefined {
    const key = keyOf(event)
    return this.#young.get(key) ?? this.#old.get(key)
  }

  isPending(event: EventKey): boolean {
    return this.#pending.has(keyOf(event))
  }

  begin(events: readonly EventKey[]): void {
    for (const event of events) {
      const key = keyOf(event)
      this.#pending.set(key, (this.#pending.get(key) ?? 0) + 1)
    }
  }

  end(events: readonly (EventKey & { receivedAt: Instant })[], outcome: { areStored: boolean }): void {
    for (const event of events) {
      const key = keyOf(event)
      const others = (this.#pending.get(key) ?? 1) - 1
      if (others > 0) this.#pending.set(key, others)
      else this.#pending.delete(key)
      if (outcome.areStored && this.receivedAt(event) === undefined) this.#remember(key, event.receivedAt)
    }
  }

  #remember(key: string, receivedAt: Instant): void {
    if (this.#young.size >= this.#keysMax) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, receivedAt)
  }
}
