import { after, day, hour, type Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import type { Rate } from '../../platform/rate-limit/rate-limiter.ts'
import { hashKey, type Throttle } from '../../platform/rate-limit/throttle.ts'
import { emailKey } from './email/email-key.ts'

/** Over all networks together, or for one from which the account has signed in. */
const wrongPasswords: Rate = { count: 100, windowMs: 24 * hour }
const knownMs = 30 * day

interface Attempt {
  kind: 'signin' | 'admin-signin'
  email: string
  network: string
}

/** A counted attempt; `succeed` takes it back. */
export interface SigninTry {
  attempt: readonly string[]
  tryId: bigint
}

const isKnownNetwork = async (session: ReadSession, key: string, now: Instant): Promise<boolean> => {
  const known = await session.rows(sql`
    select from signin_network where key = ${key} and signed_in_at > ${at(after(now, -knownMs))}`)
  return known.length === 1
}

/**
 * Limits guesses of one account's password: by a growing wait per network, and by a number per day over all networks. A
 * network from which the account has signed in has its own number, so that nobody can lock the owner out. An address
 * without an account is counted in the same way.
 */
export class SigninLimit {
  readonly #throttle: Throttle

  constructor(throttle: Throttle) {
    this.#throttle = throttle
  }

  /** Counts an attempt before the password is checked. Returns undefined if it must wait. */
  async take(tx: Tx, { kind, email, network }: Attempt, now: Instant): Promise<SigninTry | undefined> {
    const attempt = [kind, emailKey(email), network]
    if (!(await this.#throttle.takeTry(tx, attempt, now))) return undefined
    const isKnown = await isKnownNetwork(tx, hashKey(attempt), now)
    const counted = ['wrong-passwords', kind, emailKey(email), isKnown ? network : 'elsewhere']
    const tryId = await this.#throttle.takeInLast(tx, counted, wrongPasswords, now)
    return tryId === undefined ? undefined : { attempt, tryId }
  }

  /** The password was right: the attempt no longer counts, and its network is known from now on. */
  async succeed(tx: Tx, { attempt, tryId }: SigninTry, now: Instant): Promise<void> {
    await this.#throttle.forgetTries(tx, attempt)
    await this.#throttle.giveBack(tx, tryId)
    await tx.run(sql`
      insert into signin_network (key, signed_in_at) values (${hashKey(attempt)}, ${at(now)})
          on conflict (key) do update set signed_in_at = excluded.signed_in_at`)
  }
}

export const deleteForgottenNetworks = (tx: Tx, now: Instant): Promise<number> =>
  tx.run(sql`delete from signin_network where signed_in_at < ${at(after(now, -knownMs))}`)
