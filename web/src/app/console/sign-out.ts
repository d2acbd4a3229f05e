import { adminSignout, signout } from '@voltline/contract'
import { api } from '../../api/client.ts'
import { dropOperator, forgetSession } from '../../api/session/session.ts'
import { forgetDrafts } from '../../browser/draft.ts'
import { translate } from '../../i18n/i18n.ts'
import { askConfirm } from '../../ui/dialogs/dialogs.tsx'

const asked = () =>
  askConfirm({
    title: translate('shell.signOutQuestion'),
    effect: translate('shell.signOutEffect'),
    verb: translate('shell.signOut'),
  })

/** Asks, ends the session on the server, clears it here even if that fails, and opens the home page. */
export async function signOutCustomer(): Promise<void> {
  if (!(await asked())) return
  await api(signout, {}).catch(() => {})
  forgetSession()
  forgetDrafts()
  location.assign('/')
}

export async function signOutOperator(): Promise<void> {
  if (!(await asked())) return
  await api(adminSignout, {}).catch(() => {})
  dropOperator()
  location.assign('/admin/signin')
}
