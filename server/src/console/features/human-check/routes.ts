import { humanChallenge, limits, recaptcha } from '@voltline/contract'
import { minute, ok, refuse } from '@voltline/kernel'
import { HumanCheck } from '../../../platform/human-check/human-check.ts'
import { grantPass, humanPassCookie } from '../../../platform/human-check/pass.ts'
import type { Rate } from '../../../platform/rate-limit/rate-limiter.ts'
import type { FeatureServices } from '../../feature.ts'

const solutionRate: Rate = { count: 30, windowMs: minute }

/** A passed check sets a cookie that the calls for new visitors require. */
export function registerHumanCheck({ handle, db, clock, secrets, log, settings }: FeatureServices): void {
  const humanCheck = new HumanCheck({ db, clock, secrets, log, settings: settings.humanCheck })

  handle(humanChallenge, async () => ok(await humanCheck.challenge()))

  handle(
    recaptcha,
    async ({ input, address, setCookie }) => {
      if (!(await humanCheck.verify(input.token, address))) return refuse('API_FORBIDDEN')
      const pass = await db.transaction((tx) => grantPass(tx, clock.now()))
      setCookie(humanPassCookie, pass, { maxAgeMs: limits.humanPassLifeMs })
      return ok({})
    },
    { rate: solutionRate, isRateShared: true },
  )
}
