import { second } from '@voltline/kernel'
import type { Log } from '../log.ts'

export type RemoteProvider = 'recaptcha' | 'hcaptcha' | 'turnstile'

/** Where tokens are verified: fixed, never taken from a request. */
export const verifyUrls: Readonly<Record<RemoteProvider, string>> = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}

const verifyMsMax = 5 * second
const replyCharsMax = 16_384

/** Verifies a token with the provider. False unless the provider confirms it in time. */
export async function verifyByProvider(
  services: { url: string; secret: string; log: Log },
  visit: { token: string; address: string },
): Promise<boolean> {
  try {
    const response = await fetch(services.url, {
      method: 'POST',
      body: new URLSearchParams({ secret: services.secret, response: visit.token, remoteip: visit.address }),
      redirect: 'error',
      signal: AbortSignal.timeout(verifyMsMax),
    })
    const reply: unknown = JSON.parse((await response.text()).slice(0, replyCharsMax))
    return (
      response.ok &&
      typeof reply === 'object' &&
      reply !== null &&
      'success' in reply &&
      reply.success === true
    )
  } catch (fault) {
    services.log.warn({ err: fault }, 'the human check’s provider cannot be reached')
    return false
  }
}
