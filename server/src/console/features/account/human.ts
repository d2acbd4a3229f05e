import { humanChallenge, limits, recaptcha } from '@voltline/contract'
import { ok, refuse } from '@voltline/kernel'
import { grantPass, humanPassCookie } from '../../../platform/human-check/pass.ts'
import { type AccountServices, rates } from './services.ts'

export function registerHuman({ handle, db, clock, humanCheck }: AccountServices): void {
  handle(humanChallenge, async () => ok(await humanCheck.challenge()))

  handle(
    recaptcha,
    async ({ input, address, setCookie }) => {
      if (!(await humanCheck.verify(input.token, address))) return refuse('API_FORBIDDEN')
      const pass = await db.transaction((tx) => grantPass(tx, clock.now()))
      setCookie(humanPassCookie, pass, { maxAgeMs: limits.humanPassLifeMs })
      return ok({})
    },
    { rate: rates.guess },
  )
}
