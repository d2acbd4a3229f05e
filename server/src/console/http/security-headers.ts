import type { FastifyInstance } from 'fastify'
import type { HumanProvider } from '../../platform/settings.ts'

/** Hosts that a captcha provider needs; none with the self-hosted check. */
const providerHosts: Partial<Record<HumanProvider, { scripts: string; frames: string }>> = {
  recaptcha: {
    scripts: 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
    frames: 'https://www.google.com/recaptcha/',
  },
  hcaptcha: {
    scripts: 'https://js.hcaptcha.com https://*.hcaptcha.com',
    frames: 'https://*.hcaptcha.com',
  },
  turnstile: { scripts: 'https://challenges.cloudflare.com', frames: 'https://challenges.cloudflare.com' },
}

function contentSecurityPolicy(provider: HumanProvider): string {
  const hosts = providerHosts[provider]
  return [
    "default-src 'self'",
    `script-src 'self'${hosts ? ` ${hosts.scripts}` : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    ...(hosts ? [`frame-src 'self' ${hosts.frames}`] : []),
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** On every response, also on refusals and files. */
export function registerSecurityHeaders(
  app: FastifyInstance,
  options: { provider: HumanProvider; https: boolean },
): void {
  const headers: Record<string, string> = {
    'content-security-policy': contentSecurityPolicy(options.provider),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  app.addHook('onRequest', async (_, reply) => {
    reply.headers(headers)
  })
}
