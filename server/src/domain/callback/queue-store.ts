import { after, type Instant } from '@voltline/kernel'
import { tryLockName } from '../../platform/database/advisory-lock.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { MediumCallbackRow, RewardCallbackRow } from '../../platform/database/rows.ts'
import { at, prepared, sql } from '../../platform/database/sql.ts'
import type { Answer } from '../../platform/outbound/send-get.ts'
import type { LoggedEvent } from '../events/event-reader.ts'
import { isDelivered, type Message, waitMsAfter } from './message.ts'
import { decodePassthrough } from './passthrough.ts'

/** The channel on which a committed callback wakes the senders of every process. */
export const callbackChannel = 'voltline_callback'

/** Callbacks under way to one host, over all processes. */
const sendsPerHostMax = 8

/** Longer than a try can take: a callback whose process died is sent again after it. */
const leaseMs = 15_000

/** Queues the callbacks of counted watches, in the transaction that counts them. */
export async function queueCallbacks(tx: Tx, watches: readonly LoggedEvent[], now: Instant): Promise<void> {
  if (watches.length === 0) return
  const passed = watches.map(({ passthrough }) => decodePassthrough(passthrough))
  const queued = await tx.run(
    prepared(
      'callback-queue',
      sql`
      insert into reward_callback (event_id, medium_id, user_id, custom, reward, rewards, watched_at, next_try_at)
      select e.event_id, e.medium_id, e.user_id, e.custom, m.reward, m.rewards, e.watched_at, ${at(now)}
        from unnest(${watches.map((watch) => watch.offerId)}::uuid[],
                    ${watches.map((watch) => watch.mediumId)}::int[],
                    ${passed.map(({ userId }) => userId)}::text[],
                    ${passed.map(({ custom }) => custom)}::text[],
                    ${watches.map((watch) => at(watch.receivedAt))}::timestamptz[])
               as e(event_id, medium_id, user_id, custom, watched_at)
        join medium_callback c using (medium_id)
        join medium m using (medium_id)
       where c.active and m.reward <> ''
          on conflict do nothing`,
    ),
  )
  if (queued > 0) await tx.run(sql`select pg_notify(${callbackChannel}, '')`)
}

/** A callback that this process sends now. */
export interface ClaimedCallback {
  message: Message
  url: string
  sealedSecret: Buffer
  tries: number
  planned: number
  /** The fence: a process with an older number has lost the callback. */
  lease: number
}

type ClaimedRow = Omit<
  RewardCallbackRow,
  'status' | 'next_try_at' | 'leased_until' | 'http_status' | 'ms' | 'body'
> &
  Pick<MediumCallbackRow, 'url' | 'sealed_secret'>

const toClaimed = (row: ClaimedRow): ClaimedCallback => ({
  message: {
    eventId: row.event_id,
    userId: row.user_id,
    custom: row.custom,
    reward: row.reward,
    count: row.rewards,
    unitId: row.medium_id,
    watchedAt: row.watched_at,
  },
  url: row.url,
  sealedSecret: row.sealed_secret,
  tries: row.tries,
  planned: row.planned,
  lease: row.lease,
})

/**
 * Leases due callbacks, of each host only as many as may be under way at once. One process claims at a time, so that
 * the limit holds over all of them; one that finds another at work gets none and asks again soon.
 */
export async function claimCallbacks(
  tx: Tx,
  { rowsMax, except }: { rowsMax: number; except: readonly string[] },
  now: Instant,
): Promise<ClaimedCallback[]> {
  if (rowsMax <= 0 || !(await tryLockName(tx, 'callback_claim'))) return []
  return tx.many(
    toClaimed,
    prepared(
      'callback-claim',
      sql<ClaimedRow>`
      update reward_callback r
         set leased_until = ${at(after(now, leaseMs))}, lease = r.lease + 1
        from (select due.event_id
                from (select distinct host from medium_callback where active) as h
               cross join lateral (
                 select d.event_id
                   from medium_callback c join reward_callback d using (medium_id)
                  where c.host = h.host and c.active
                    and d.status = 'WAITING' and d.next_try_at <= ${at(now)}
                    and (d.leased_until is null or d.leased_until <= ${at(now)})
                    and d.event_id <> all (${except}::uuid[])
                  order by d.next_try_at, d.event_id
                  limit greatest(0, ${sendsPerHostMax}::bigint - (
                    select count(*) from reward_callback b join medium_callback bc using (medium_id)
                     where b.leased_until > ${at(now)} and bc.host = h.host))
                    for update of d) as due
               limit ${rowsMax}) as claimed, medium_callback s
       where r.event_id = claimed.event_id and s.medium_id = r.medium_id
      returning r.event_id, r.medium_id, r.user_id, r.custom, r.reward, r.rewards, r.watched_at, r.tries, r.planned,
                r.lease, s.url, s.sealed_secret`,
    ),
  )
}

/** Records how a try ended, unless another process has taken the callback over. The next wait counts from now. */
export async function recordTry(
  tx: Tx,
  claimed: Pick<ClaimedCallback, 'message' | 'lease' | 'planned'>,
  answer: Answer,
  now: Instant,
): Promise<void> {
  const waitMs = waitMsAfter(claimed.planned + 1)
  const status = isDelivered(answer.status) ? 'DELIVERED' : waitMs === undefined ? 'FAILED' : 'WAITING'
  const nextTryAt = status === 'WAITING' && waitMs !== undefined ? at(after(now, waitMs)) : null
  await tx.run(sql`
    update reward_callback
       set status = ${status}, tries = tries + 1, planned = planned + 1, next_try_at = ${nextTryAt}, leased_until = null,
           http_status = ${answer.status}, ms = ${answer.ms}, body = ${answer.body}
     where event_id = ${claimed.message.eventId} and lease = ${claimed.lease}`)
}

export const deleteCallbacksBefore = (tx: Tx, before: Instant): Promise<number> =>
  tx.run(sql`delete from reward_callback where watched_at < ${at(before)}`)
