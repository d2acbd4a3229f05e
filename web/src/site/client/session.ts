import type { signinCheck, signout } from '@voltline/contract'
import { forget, forgetAllButTaste, readStored, storageKeys } from '../../browser/storage.ts'
import { call } from './call.ts'
import { openDialog } from './dialog.ts'

const refusals = ['NEED_SIGNIN', 'NEED_REFRESHTOKEN', 'INVALID_SESSIONKEY']

/** Clears a stored session that has ended elsewhere. A failed request proves nothing, so the session stays. */
export async function checkStoredSession(): Promise<void> {
  const accessToken = readStored(storageKeys.accessToken)
  if (!accessToken) return
  const { error } = await call<typeof signinCheck>(
    { method: 'POST', path: 'account/signin-check' },
    { accessToken },
  )
  if (!refusals.includes(error)) return
  forget(storageKeys.accessToken)
  forget(storageKeys.user)
  delete document.documentElement.dataset.user
}

export function watchSignOut(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-sign-out]')) {
    button.addEventListener('click', () => void confirmSignOut(button.dataset))
  }
}

async function confirmSignOut(words: DOMStringMap): Promise<void> {
  const { question = '', effect = '', cancel = '', signOut = '' } = words
  const confirmed = await openDialog(
    { title: question, text: effect, cancel, confirm: signOut },
    { role: 'alertdialog' },
  )
  if (!confirmed) return
  await call<typeof signout>({ method: 'POST', path: 'account/signout' }, {})
  forgetAllButTaste()
  location.assign('/')
}
