import type { Language } from '@voltline/contract'
import { minute } from '@voltline/kernel'
import type { HumanCheck } from '../../../platform/human-check/human-check.ts'
import type { Rate } from '../../../platform/rate-limit/rate-limiter.ts'
import type { Throttle } from '../../../platform/rate-limit/throttle.ts'
import type { FeatureServices } from '../../feature.ts'
import { languageCookie, pickLanguage } from '../../http/language.ts'

export interface AccountServices extends FeatureServices {
  throttle: Throttle
  humanCheck: HumanCheck
}

/** How often one address may ask, for calls that cost a mail, a password check or an answer about somebody. */
export const rates = {
  mail: { count: 10, windowMs: minute },
  guess: { count: 30, windowMs: minute },
  lookup: { count: 20, windowMs: minute },
  report: { count: 20, windowMs: minute },
} satisfies Record<string, Rate>

/** How many mails of one kind an address receives, whoever asks for them. */
export const mailsPerAddress: Rate = { count: 5, windowMs: 10 * minute }
/** How often an address is looked up, whoever asks. */
export const lookupsPerAddress: Rate = { count: 20, windowMs: 10 * minute }

/** Whoever asks for a mail reads it, so it is in the language of the page that asked. */
export function languageOf(visit: {
  cookies: Readonly<Record<string, string | undefined>>
  acceptLanguage: string
}): Language {
  const chosen = visit.cookies[languageCookie]
  const cookieHeader = chosen === undefined ? undefined : `${languageCookie}=${chosen}`
  return pickLanguage({ query: undefined, cookieHeader, acceptLanguage: visit.acceptLanguage })
}
