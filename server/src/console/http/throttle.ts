import { hour, type Instant, minute, second } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { hashToken } from '../../platform/secrets.ts'
import type { Rate } from './rate-limit.ts'

const freeTries = 5
const firstWaitMs = 10 * second
const waitMsMax = 15 * minute
const forgetMs = 24 * hour

/** Who tries what, such as an account's e-mail and the caller's network. Kept hashed: it names people. */
const keyOf = (parts: readonly string[]): string => hashToken(parts.join('\n')).toString('base64url')

/**
 * Limits that outlive the process and hold for all of them. Every try counts before it is made, so that many at once
 * gain nothing; a success forgets the count.
 */
export class Throttle {
  readonly #on: boolean

  constructor(options: { on: boolean }) {
    this.#on = options.on
  }

  /** Takes one try; false while the key has to wait. After five it is ten seconds and doubles with each, up to a quarter hour. */
  async takeTry(tx: Tx, key: readonly string[], now: Instant): Promise<boolean> {
    if (!this.#on) return true
    const taken = await tx.rows(sql`
      insert into throttle as t (key, failures, blocked_until, forget_at)
      values (${keyOf(key)}, 1, ${at(now)}, ${at(now + forgetMs)})
          on conflict (key) do update
         set failures = case when t.forget_at <= ${at(now)} then 1 else t.failures + 1 end,
             blocked_until = case
               when t.forget_at <= ${at(now)} or t.failures + 1 < ${freeTries} then ${at(now)}
               else ${at(now)}::timestamptz + interval '1 millisecond'
                  * least(${waitMsMax}::float8, ${firstWaitMs} * power(2, least(30, t.failures + 1 - ${freeTries})))
             end,
             forget_at = ${at(now + forgetMs)}
       where t.blocked_until <= ${at(now)} or t.forget_at <= ${at(now)}
      returning key`)
    return taken.length === 1
  }

  /** A success: the tries before it no longer count. */
  async forgetTries(tx: Tx, key: readonly string[]): Promise<void> {
    await tx.run(sql`delete from throttle where key = ${keyOf(key)}`)
  }

  /** Takes one of so many in a window; false when there is no more. */
  async takeOf(tx: Tx, key: readonly string[], rate: Rate, now: Instant): Promise<boolean> {
    if (!this.#on) return true
    const taken = await tx.rows(sql`
      insert into throttle as t (key, failures, blocked_until, forget_at)
      values (${keyOf(key)}, 1, ${at(now)}, ${at(now + rate.windowMs)})
          on conflict (key) do update
         set failures = case when t.forget_at <= ${at(now)} then 1 else t.failures + 1 end,
             forget_at = case when t.forget_at <= ${at(now)} then ${at(now + rate.windowMs)} else t.forget_at end
       where t.forget_at <= ${at(now)} or t.failures < ${rate.count}
      returning key`)
    return taken.length === 1
  }
}
