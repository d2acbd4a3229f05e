import { limits } from '@voltline/contract'
import { after, type Instant, type Result, refuse } from '@voltline/kernel'
import type { Tx } from '../database/database.ts'
import type { HumanPassRow } from '../database/rows.ts'
import { at, sql } from '../database/sql.ts'
import { hashToken, randomToken } from '../secrets.ts'

/** The calls that need a passed human check. */
export type GuardedCall = 'auth-mail' | 'contact' | 'send-vcode' | 'confirm-vcode'

/** The browser keeps the pass in this cookie, out of reach of scripts. */
export const humanPassCookie = 'human_pass'

/** Records a passed check and returns the value of its cookie, of which only a hash is stored. */
export async function grantPass(tx: Tx, now: Instant): Promise<string> {
  const pass = randomToken()
  await tx.run(sql`
    insert into human_pass (pass_hash, expires_at)
    values (${hashToken(pass)}, ${at(after(now, limits.humanPassLifeMs))})`)
  return pass
}

/**
 * Runs guarded work under a pass. The pass's row is locked, so two calls cannot share one use, and the use is spent in
 * the same transaction, only if the work succeeds.
 */
export async function usePass<T, E extends string>(
  tx: Tx,
  use: { cookie: string | undefined; call: GuardedCall },
  now: Instant,
  work: () => Promise<Result<T, E>>,
): Promise<Result<T, E | 'API_FORBIDDEN'>> {
  if (!use.cookie) return refuse('API_FORBIDDEN')
  const passHash = hashToken(use.cookie)
  const usedFor = await tx.maybeOne(
    (row) => row.used_for,
    sql<
      Pick<HumanPassRow, 'used_for'>
    >`select used_for from human_pass where pass_hash = ${passHash} and expires_at > ${at(now)} for update`,
  )
  if (!usedFor || usedFor.includes(use.call)) return refuse('API_FORBIDDEN')
  const result = await work()
  if (result.ok) {
    await tx.run(sql`
      update human_pass set used_for = array_append(used_for, ${use.call}) where pass_hash = ${passHash}`)
  }
  return result
}

/** Expired passes and solved challenges. An expired challenge is refused without its row. */
export async function deleteExpiredHumanChecks(tx: Tx, now: Instant): Promise<number> {
  const passes = await tx.run(sql`delete from human_pass where expires_at <= ${at(now)}`)
  return passes + (await tx.run(sql`delete from human_challenge_used where expires_at <= ${at(now)}`))
}
