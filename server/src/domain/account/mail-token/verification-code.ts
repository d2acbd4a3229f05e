import { randomInt } from 'node:crypto'
import { limits } from '@voltline/contract'
import { after, type Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import type { VerificationCodeRow } from '../../../platform/database/rows.ts'
import { at, type Query, sql } from '../../../platform/database/sql.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { emailKey } from '../email/email-key.ts'

/** Six digits can be enumerated, so the hash uses the program's key and includes the address. */
const purpose = 'verification-code'
const codeText = (email: string, code: string): string => `${emailKey(email)} ${code}`

/** Issues a code for an address. It replaces the previous code and resets its tries. */
export async function issueCode(tx: Tx, secrets: Secrets, email: string, now: Instant): Promise<string> {
  const code = String(randomInt(10 ** limits.vcodeLength)).padStart(limits.vcodeLength, '0')
  await tx.run(sql`
    insert into verification_code as v (email_key, code_hash, issued_at, expires_at)
    values (${emailKey(email)}, ${secrets.mac(purpose, codeText(email, code))}, ${at(now)},
            ${at(after(now, limits.vcodeLifeMs))})
        on conflict (email_key) do update
       set code_hash = excluded.code_hash, tries = 0, issued_at = excluded.issued_at,
           expires_at = excluded.expires_at, used_at = null`)
  return code
}

const isOpen = (email: string): Query => sql`
  email_key = ${emailKey(email)} and used_at is null and tries < ${limits.vcodeTriesMax}`

/** True if there is a code left to try. Reads without a lock, so a flood of guesses blocks nobody. */
export const hasOpenCode = (session: ReadSession, email: string): Promise<boolean> =>
  session.one(
    (row) => row.found,
    sql<{ found: boolean }>`select exists (select from verification_code where ${isOpen(email)}) as found`,
  )

/** What a try of a code found. NONE: no code is left to try. */
export type CodeVerdict = 'RIGHT' | 'WRONG' | 'EXPIRED' | 'NONE'

/**
 * Tries a code. One statement counts the try and reads the code under its row lock, so concurrent guesses cannot
 * exceed the limit.
 */
export async function tryCode(
  tx: Tx,
  secrets: Secrets,
  guess: { email: string; code: string },
  now: Instant,
): Promise<CodeVerdict> {
  const stored = await tx.maybeOne(
    (row) => ({ hash: row.code_hash, expiresAt: row.expires_at }),
    sql<Pick<VerificationCodeRow, 'code_hash' | 'expires_at'>>`
    update verification_code set tries = tries + 1 where ${isOpen(guess.email)} returning code_hash, expires_at`,
  )
  if (!stored) return 'NONE'
  if (stored.expiresAt <= now) return 'EXPIRED'
  if (!secrets.isMac(purpose, codeText(guess.email, guess.code), stored.hash)) return 'WRONG'
  await tx.run(
    sql`update verification_code set used_at = ${at(now)} where email_key = ${emailKey(guess.email)}`,
  )
  return 'RIGHT'
}

/** Invalidates an unused code, because the password was set another way. */
export async function deleteCode(tx: Tx, email: string): Promise<void> {
  await tx.run(sql`delete from verification_code where email_key = ${emailKey(email)}`)
}

export const deleteExpiredCodes = (tx: Tx, before: Instant): Promise<number> =>
  tx.run(sql`delete from verification_code where expires_at < ${at(before)}`)
