import type { signinCheck, signout } from '@voltline/contract'
import { forget, forgetAllButTaste, readStored, storageKeys } from '../../browser/storage.ts'
import { call } from './call.ts'
import { confirmDialog } from './dialog.ts'

const refusals = ['NEED_SIGNIN', 'NEED_REFRESHTOKEN', 'INVALID_SESSIONKEY']

/** A stored session that has ended elsewhere is cleared; a server that does not answer proves nothing. */
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
    button.addEventListener('click', () => void askToSignOut(button.dataset))
  }
}

async function askToSignOut(words: DOMStringMap): Promise<void> {
  const sure = await confirmDialog({
    question: words.question ?? '',
    effect: words.effect ?? '',
    cancel: words.cancel ?? '',
    act: words.signOut ?? '',
  })
  if (!sure) return
  await call<typeof signout>({ method: 'POST', path: 'account/signout' }, {})
  forgetAllButTaste()
  location.assign('/')
}
