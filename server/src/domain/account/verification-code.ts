import { randomInt } from 'node:crypto'
import { limits } from '@voltline/contract'
import { after, type Instant, ok, type Result, refuse } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { type Secrets, sameBytes } from '../../platform/secrets.ts'
import { emailKey } from './email-key.ts'

/** Six digits have few values, so their hash needs the program's key; it is bound to the address. */
const hashCode = (secrets: Secrets, email: string, code: string): Buffer =>
  secrets.mac('verification-code', `${emailKey(email)} ${code}`)

/** A new code for an address; it takes the place of the one before, and of its tries. */
export async function issueCode(tx: Tx, secrets: Secrets, email: string, now: Instant): Promise<string> {
  const code = String(randomInt(10 ** limits.vcodeLength)).padStart(limits.vcodeLength, '0')
  await tx.run(sql`
    insert into verification_code as v (email_key, code_hash, issued_at, expires_at)
    values (${emailKey(email)}, ${hashCode(secrets, email, code)}, ${at(now)},
            ${at(after(now, limits.vcodeLifeMs))})
        on conflict (email_key) do update
       set code_hash = excluded.code_hash, tries = 0, issued_at = excluded.issued_at,
           expires_at = excluded.expires_at, used_at = null`)
  return code
}

/** Whether there is a code to try at all. Asked without a lock, so that a flood of guesses ends here and waits for nobody. */
export const hasCode = (session: ReadSession, email: string): Promise<boolean> =>
  session.one(
    (row) => row.found === true,
    sql`
    select exists (select from verification_code
                    where email_key = ${emailKey(email)} and used_at is null
                      and tries < ${limits.vcodeTriesMax}) as found`,
  )

/**
 * Tries a code. The try is counted by the statement that reads the code, under its row lock, so however many guesses
 * come at once no more than five are looked at.
 */
export async function tryCode(
  tx: Tx,
  secrets: Secrets,
  guess: { email: string; code: string },
  now: Instant,
): Promise<Result<undefined, 'INVALID_VCODE' | 'VCODE_EXPIRED'>> {
  const key = emailKey(guess.email)
  const stored = await tx.maybeOne(
    (row) => ({ hash: row.code_hash as Buffer, expiresAt: row.expires_at as Instant }),
    sql`
    update verification_code set tries = tries + 1
     where email_key = ${key} and used_at is null and tries < ${limits.vcodeTriesMax}
    returning code_hash, expires_at`,
  )
  if (!stored) return refuse('INVALID_VCODE')
  if (stored.expiresAt <= now) return refuse('VCODE_EXPIRED')
  if (!sameBytes(stored.hash, hashCode(secrets, guess.email, guess.code))) return refuse('INVALID_VCODE')
  await tx.run(sql`update verification_code set used_at = ${at(now)} where email_key = ${key}`)
  return ok(undefined)
}

/** The password was set otherwise: a code still under way is good no more. */
export async function dropCode(tx: Tx, email: string): Promise<void> {
  await tx.run(sql`delete from verification_code where email_key = ${emailKey(email)}`)
}
