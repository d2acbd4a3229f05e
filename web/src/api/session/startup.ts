import { signinCheck } from '@voltline/contract'
import { observable, useObservable } from '../../browser/observable.ts'
import { api, CallTrouble } from '../client.ts'
import { currentSession, dropSession, followOtherTabs } from './session.ts'

const ready = observable(currentSession() === null)

/** False until the stored session has been checked. */
export const useSessionReady = () => useObservable(ready)

/** Asks once whether the stored session is still good; a bad one is cleared without a word. */
export async function checkStoredSession(): Promise<void> {
  followOtherTabs()
  const session = currentSession()
  if (session) {
    try {
      await api(signinCheck, { accessToken: session.accessToken })
    } catch (error) {
      // A server that cannot be reached says nothing about the session.
      if (error instanceof CallTrouble && error.trouble.kind === 'refused') dropSession()
    }
  }
  ready.set(true)
}
