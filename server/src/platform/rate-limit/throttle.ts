import { after, assert, hour, type Instant, minute, second } from '@voltline/kernel'
import type { Tx } from '../database/database.ts'
import type { ThrottleRow, ThrottleTryRow } from '../database/rows.ts'
import { at, sql } from '../database/sql.ts'
import { hashToken } from '../secrets.ts'
import type { Rate } from './rate-limiter.ts'

const freeTries = 5
const firstWaitMs = 10 * second
const waitMsMax = 15 * minute
const forgetMs = 24 * hour

/** The longest window of `takeInLast`. */
const windowMsMax = 24 * hour

/** Who tries what, such as an account's e-mail address and the caller's network. */
type Key = readonly string[]

/** Stored as a hash, because keys identify people. */
export const hashKey = (key: Key): string => hashToken(key.join('\n')).toString('base64url')

/** Limits that are stored in the database: they survive a restart and hold across processes. */
export class Throttle {
  readonly #on: boolean

  constructor(options: { on: boolean }) {
    this.#on = options.on
  }

  /**
   * Counts a try before it is made, so that parallel tries gain nothing. Returns false while the key must wait. From
   * the fifth failure on the wait is ten seconds and doubles with each further one, up to fifteen minutes.
   */
  async takeTry(tx: Tx, key: Key, now: Instant): Promise<boolean> {
    if (!this.#on) return true
    const taken = await tx.rows(sql<Pick<ThrottleRow, 'key'>>`
      insert into throttle as t (key, failures, blocked_until, forget_at)
      values (${hashKey(key)}, 1, ${at(now)}, ${at(now + forgetMs)})
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

  /** Resets the count after a success. */
  async forgetTries(tx: Tx, key: Key): Promise<void> {
    await tx.run(sql`delete from throttle where key = ${hashKey(key)}`)
  }

  /** Counts in fixed windows. Returns false if the window has none left. */
  async takeOf(tx: Tx, key: Key, rate: Rate, now: Instant): Promise<boolean> {
    if (!this.#on) return true
    const taken = await tx.rows(sql<Pick<ThrottleRow, 'key'>>`
      insert into throttle as t (key, failures, blocked_until, forget_at)
      values (${hashKey(key)}, 1, ${at(now)}, ${at(now + rate.windowMs)})
          on conflict (key) do update
         set failures = case when t.forget_at <= ${at(now)} then 1 else t.failures + 1 end,
             forget_at = case when t.forget_at <= ${at(now)} then ${at(now + rate.windowMs)} else t.forget_at end
       where t.forget_at <= ${at(now)} or t.failures < ${rate.count}
      returning key`)
    return taken.length === 1
  }

  /**
   * Counts the tries of the last `windowMs`, whenever they were made. Returns the number of the try, for `giveBack`, or
   * undefined if there are too many.
   */
  async takeInLast(tx: Tx, key: Key, rate: Rate, now: Instant): Promise<bigint | undefined> {
    if (!this.#on) return 0n
    assert(rate.windowMs <= windowMsMax, 'tries are kept for the longest window')
    const hash = hashKey(key)
    // Concurrent tries of one key are counted one after another.
    await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 0))`)
    return tx.maybeOne(
      (row) => row.try_id,
      sql<Pick<ThrottleTryRow, 'try_id'>>`
      insert into throttle_try (key, tried_at)
      select ${hash}, ${at(now)}
       where ${rate.count} > (select count(*) from throttle_try
                               where key = ${hash} and tried_at > ${at(after(now, -rate.windowMs))})
      returning try_id`,
    )
  }

  async giveBack(tx: Tx, tryId: bigint): Promise<void> {
    await tx.run(sql`delete from throttle_try where try_id = ${tryId}`)
  }
}

export async function deleteForgottenTries(tx: Tx, now: Instant): Promise<number> {
  const tries = await tx.run(sql`delete from throttle_try where tried_at <= ${at(after(now, -windowMsMax))}`)
  return tries + (await tx.run(sql`delete from throttle where forget_at < ${at(now)}`))
}
