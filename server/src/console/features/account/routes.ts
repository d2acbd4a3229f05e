import { HumanCheck } from '../../../platform/human-check/human-check.ts'
import type { FeatureParts } from '../../feature.ts'
import { Throttle } from '../../http/throttle.ts'
import { registerContact } from './contact.ts'
import { registerErrorReport } from './error-report.ts'
import { registerHuman } from './human.ts'
import { registerMyPage } from './my-page.ts'
import type { AccountParts } from './parts.ts'
import { registerPassword } from './password.ts'
import { registerConfirmation, registerSignin } from './signin.ts'
import { registerSignup } from './signup.ts'

export function registerAccount(parts: FeatureParts): void {
  const { db, clock, secrets, log, settings } = parts
  const accountParts: AccountParts = {
    ...parts,
    throttle: new Throttle({ on: settings.rateLimits }),
    humanCheck: new HumanCheck({ db, clock, secrets, log, settings: settings.humanCheck }),
  }
  registerHuman(accountParts)
  registerSignin(accountParts)
  registerConfirmation(accountParts)
  registerSignup(accountParts)
  registerPassword(accountParts)
  registerMyPage(accountParts)
  registerContact(accountParts)
  registerErrorReport(accountParts)
}
