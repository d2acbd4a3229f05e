import { Throttle } from '../../../platform/rate-limit/throttle.ts'
import type { FeatureServices } from '../../feature.ts'
import { registerMyPage } from './my-page.ts'
import { registerPasswordChange } from './password/change.ts'
import { registerVerificationCode } from './password/code.ts'
import { registerPasswordReset } from './password/reset.ts'
import type { AccountServices } from './services.ts'
import { registerConfirmation, registerSignin } from './signin.ts'
import { registerSignup } from './signup.ts'

export function registerAccount(services: FeatureServices): void {
  const accountServices: AccountServices = {
    ...services,
    throttle: new Throttle({ on: services.settings.rateLimits }),
  }
  registerSignin(accountServices)
  registerConfirmation(accountServices)
  registerSignup(accountServices)
  registerPasswordReset(accountServices)
  registerVerificationCode(accountServices)
  registerPasswordChange(accountServices)
  registerMyPage(accountServices)
}
