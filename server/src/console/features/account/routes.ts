import { HumanCheck } from '../../../platform/human-check/human-check.ts'
import { Throttle } from '../../../platform/rate-limit/throttle.ts'
import type { FeatureServices } from '../../feature.ts'
import { registerContact } from './contact.ts'
import { registerErrorReport } from './error-report.ts'
import { registerHuman } from './human.ts'
import { registerMyPage } from './my-page.ts'
import { registerPassword } from './password.ts'
import type { AccountServices } from './services.ts'
import { registerConfirmation, registerSignin } from './signin.ts'
import { registerSignup } from './signup.ts'

export function registerAccount(services: FeatureServices): void {
  const { db, clock, secrets, log, settings } = services
  const accountServices: AccountServices = {
    ...services,
    throttle: new Throttle({ on: settings.rateLimits }),
    humanCheck: new HumanCheck({ db, clock, secrets, log, settings: settings.humanCheck }),
  }
  registerHuman(accountServices)
  registerSignin(accountServices)
  registerConfirmation(accountServices)
  registerSignup(accountServices)
  registerPassword(accountServices)
  registerMyPage(accountServices)
  registerContact(accountServices)
  registerErrorReport(accountServices)
}
