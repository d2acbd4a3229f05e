import type { Language } from '@voltline/contract'
import { minute } from '@voltline/kernel'
import type { Rate } from '../../../platform/rate-limit/rate-limiter.ts'
import type { Throttle } from '../../../platform/rate-limit/throttle.ts'
import type { FeatureServices } from '../../feature.ts'
import { languageCookie, pickLanguage } from '../../http/request/language.ts'

export interface AccountServices extends FeatureServices {
  throttle: Throttle
}

/** Per network, for calls that cost a mail, a password check or a look-up of another person's address. */
export const rates = {
  mail: { count: 10, windowMs: minute },
  guess: { count: 30, windowMs: minute },
  lookup: { count: 20, windowMs: minute },
} satisfies Record<string, Rate>

/** Mails of one kind to one address, over all callers. */
export const mailsPerAddress: Rate = { count: 5, windowMs: 10 * minute }
/** Look-ups of one address, over all callers. */
export const lookupsPerAddress: Rate = { count: 20, windowMs: 10 * minute }

/** Tries within a session have their own count: guessing there never keeps the owner from signing in again. */
export const sessionTries = (sessionId: bigint): readonly string[] => ['password', String(sessionId)]

/** A requested mail is in the language of the page that requested it. */
export function languageOf(request: {
  cookies: Readonly<Record<string, string | undefined>>
  acceptLanguage: string
}): Language {
  const chosen = request.cookies[languageCookie]
  const cookieHeader = chosen === undefined ? undefined : `${languageCookie}=${chosen}`
  return pickLanguage({ query: undefined, cookieHeader, acceptLanguage: request.acceptLanguage })
}
