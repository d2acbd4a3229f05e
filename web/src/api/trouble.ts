import type { ErrorCode } from '@voltline/contract'
import { translate } from '../i18n/i18n.ts'
import { showAlert } from '../ui/dialogs.tsx'
import { CallTrouble, isOperatorCall } from './client.ts'
import { raise } from './failure.ts'
import { operatorSigninUrl, signinUrl } from './return-url.ts'
import { currentOperator, currentSession, dropOperator, dropSession } from './session.ts'

/** Navigation belongs to the router, which hands it over when it starts. */
let goTo: (url: string) => void = (url) => location.assign(url)
export function navigateBy(navigate: (url: string) => void): void {
  goTo = navigate
}

const here = () => location.pathname + location.search

/** The session is over: it is cleared, and the person signs in again and comes back here. */
function leaveToSignin(error: CallTrouble, code: ErrorCode): void {
  if (isOperatorCall(error.call)) {
    if (!currentOperator()) return
    dropOperator()
    goTo(operatorSigninUrl(here()))
  } else {
    const session = currentSession()
    // Of several calls that end together only the first one leads away and says why.
    if (!session) return
    dropSession()
    goTo(signinUrl(here(), session.user.Type))
  }
  if (code === 'INVALID_SESSIONKEY') void showAlert(translate('errors.INVALID_SESSIONKEY'))
}

/**
 * Tells the person what went wrong with something they did or opened: refusals, bad input and rate limits
 * as an alert, an ended session at sign-in, everything else on the error page.
 */
export function tellTrouble(error: unknown, options: { alertAs?: ErrorCode } = {}): void {
  if (!(error instanceof CallTrouble)) throw error
  const { trouble } = error
  if (trouble.kind === 'signed-out') leaveToSignin(error, trouble.code)
  else if (trouble.kind === 'failed') raise({ type: 'FAULT', requestId: trouble.requestId })
  else {
    const code = trouble.kind === 'refused' ? (options.alertAs ?? trouble.code) : trouble.code
    void showAlert(translate(`errors.${code}`))
  }
}
