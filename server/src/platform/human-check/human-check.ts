import type { humanChallenge, Output } from '@voltline/contract'
import { after, assert, type Clock, day, type Instant } from '@voltline/kernel'
import type { Database } from '../database/database.ts'
import { at, sql } from '../database/sql.ts'
import type { Log } from '../log.ts'
import { hashToken, type Secrets } from '../secrets.ts'
import type { HumanProvider } from '../settings.ts'
import { makeChallenge, readProof } from './proof-of-work.ts'
import { type RemoteProvider, verifyByProvider, verifyUrls } from './provider.ts'

export interface HumanCheckServices {
  db: Database
  clock: Clock
  secrets: Secrets
  log: Log
  settings: { provider: HumanProvider; siteKey: string | undefined; secret: string | undefined }
  /** Another verifier in place of the provider's own; for tests. */
  verifyUrl?: string
}

/** Providers' tokens expire within minutes; a day is longer than any of them. */
const remoteTokenLifeMs = day
/** The token that HUMAN_CHECK=test accepts. The settings refuse that choice in production. */
const testToken = 'test'

/** Tells people from programs: proof of work by default, a provider by settings. */
export class HumanCheck {
  readonly #services: HumanCheckServices

  constructor(services: HumanCheckServices) {
    this.#services = services
  }

  /** What the browser needs to pass the check. */
  async challenge(): Promise<Output<typeof humanChallenge>> {
    const { settings, secrets, clock } = this.#services
    const { provider, siteKey } = settings
    if (provider === 'altcha') {
      return { provider, challenge: { ...(await makeChallenge(secrets, clock.now())) } }
    }
    return siteKey === undefined ? { provider } : { provider, siteKey }
  }

  /** Whether the token proves a passed check. A token works once. */
  async verify(token: string, address: string): Promise<boolean> {
    const { settings, secrets, clock } = this.#services
    const now = clock.now()
    switch (settings.provider) {
      case 'test':
        return token === testToken
      case 'altcha': {
        const proof = await readProof(secrets, token, now)
        return proof !== undefined && (await this.#isFirstUse(`altcha ${proof.id}`, proof.expiresAt))
      }
      default:
        return (
          (await this.#isRemotelyGood(settings.provider, { token, address })) &&
          (await this.#isFirstUse(`${settings.provider} ${token}`, after(now, remoteTokenLifeMs)))
        )
    }
  }

  #isRemotelyGood(provider: RemoteProvider, visit: { token: string; address: string }): Promise<boolean> {
    const { settings, log, verifyUrl } = this.#services
    assert(settings.secret, 'a provider has its secret')
    return verifyByProvider({ url: verifyUrl ?? verifyUrls[provider], secret: settings.secret, log }, visit)
  }

  async #isFirstUse(id: string, expiresAt: Instant): Promise<boolean> {
    const written = await this.#services.db.transaction((session) =>
      session.run(sql`
        insert into human_challenge_used (challenge_hash, expires_at)
        values (${hashToken(id)}, ${at(expiresAt)}) on conflict do nothing`),
    )
    return written === 1
  }
}
