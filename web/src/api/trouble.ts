import { commonPasswordDetail, type ErrorCode } from '@voltline/contract'
import { loadTexts, translate } from '../i18n/i18n.ts'
import { CallTrouble, isOperatorCall, type Trouble } from './client.ts'
import { raise } from './failure.ts'
import { operatorSigninUrl, signinUrl } from './session/return-url.ts'
import { currentOperator, currentSession, dropOperator, dropSession } from './session/session.ts'

type ErrorText = ErrorCode | 'SENT_BEFORE' | 'COMMON_PASSWORD'

interface TroubleHandlers {
  navigate: (url: string) => void
  alert: (text: string) => void
}

let handlers: TroubleHandlers = {
  navigate: (url) => location.assign(url),
  alert: (text) => window.alert(text),
}

/** The app connects the router and the dialogs here, so that this folder depends on neither. */
export function handleTroubleWith(next: TroubleHandlers): void {
  handlers = next
}

/** The sign-in page has not loaded the texts of errors yet. */
async function alertCode(code: ErrorText): Promise<void> {
  await loadTexts(['errors'])
  handlers.alert(translate(`errors.${code}`))
}

function rejectionText({ code, status, detail }: Extract<Trouble, { kind: 'rejected' }>): ErrorText {
  if (status === 409) return 'SENT_BEFORE'
  return detail.endsWith(commonPasswordDetail) ? 'COMMON_PASSWORD' : code
}

const currentUrl = () => location.pathname + location.search

/** Drops the session that has ended and opens the sign-in page, which returns here afterwards. */
function leaveToSignin(error: CallTrouble, code: ErrorCode): void {
  if (isOperatorCall(error.call)) {
    if (!currentOperator()) return
    dropOperator()
    handlers.navigate(operatorSigninUrl(currentUrl()))
  } else {
    const session = currentSession()
    // When several calls fail together, only the first one navigates and says why.
    if (!session) return
    dropSession()
    handlers.navigate(signinUrl(currentUrl(), session.user.Type))
  }
  if (code === 'INVALID_SESSIONKEY') void alertCode(code)
}

/**
 * Tells the person why a call failed: an alert for refusals, bad input and rate limits, the sign-in page for an
 * ended session, the error page for everything else. `alertAs` replaces the text of a refusal.
 */
export function tellTrouble(error: unknown, alertAs?: ErrorCode): void {
  if (!(error instanceof CallTrouble)) throw error
  const { trouble } = error
  if (trouble.kind === 'signed-out') leaveToSignin(error, trouble.code)
  else if (trouble.kind === 'failed') raise({ type: 'FAULT', requestId: trouble.requestId })
  else {
    void alertCode(trouble.kind === 'refused' ? (alertAs ?? trouble.code) : rejectionText(trouble))
  }
}
