import type { Instant } from '@voltline/kernel'
import type { Database } from '../database/database.ts'
import type { ThrottleRow } from '../database/rows.ts'
import { at, prepared, sql } from '../database/sql.ts'
import type { Rate } from './rate-limiter.ts'
import { hashKey } from './throttle.ts'

const usedUpKeysMax = 100_000
const statementMsMax = 5_000

/**
 * Counts by key in fixed windows, over all processes. A call costs one statement; a key that is used up is remembered
 * here until its window ends, so that a flood costs none.
 */
export class SharedRateLimiter {
  readonly #db: Pick<Database, 'statement'>
  readonly #usedUpUntil = new Map<string, Instant>()

  constructor(db: Pick<Database, 'statement'>) {
    this.#db = db
  }

  /** Returns false if the window has none left. */
  async take(key: readonly string[], rate: Rate, now: Instant): Promise<boolean> {
    const hash = hashKey(['rate', ...key])
    const until = this.#usedUpUntil.get(hash)
    if (until !== undefined && until > now) return false
    this.#usedUpUntil.delete(hash)
    const endsAt = at(now + rate.windowMs)
    const query = sql<Pick<ThrottleRow, 'failures' | 'forget_at'>>`
      insert into throttle as t (key, failures, blocked_until, forget_at)
      values (${hash}, 1, ${at(now)}, ${endsAt})
          on conflict (key) do update
         set failures = case when t.forget_at <= ${at(now)} then 1 else least(t.failures, ${rate.count}) + 1 end,
             forget_at = case when t.forget_at <= ${at(now)} then ${endsAt} else t.forget_at end
      returning failures, forget_at`
    const [window] = await this.#db.statement(prepared('shared-rate', query), statementMsMax)
    if (!window || window.failures <= rate.count) return true
    this.#remember(hash, window.forget_at)
    return false
  }

  #remember(hash: string, until: Instant): void {
    if (this.#usedUpUntil.size >= usedUpKeysMax) {
      const oldest = this.#usedUpUntil.keys().next().value
      if (oldest !== undefined) this.#usedUpUntil.delete(oldest)
    }
    this.#usedUpUntil.set(hash, until)
  }
}
