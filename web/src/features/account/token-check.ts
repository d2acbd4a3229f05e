import { verifyEmail } from '@voltline/contract'
import { useEffect, useState } from 'react'
import { api, CallTrouble } from '../../api/client.ts'
import { tellTrouble } from '../../api/trouble.ts'
import { useWorkWhile } from '../../browser/work.ts'

/** Whether a mailed token is valid, checked when the page opens. A blank one is invalid without a call. */
export function useTokenCheck(token: string): 'checking' | 'good' | 'bad' {
  const [state, setState] = useState<'checking' | 'good' | 'bad'>(token.trim() === '' ? 'bad' : 'checking')
  useEffect(() => {
    if (token.trim() === '') return
    const leaving = new AbortController()
    api(verifyEmail, { token }, { signal: leaving.signal }).then(
      () => setState('good'),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        const trouble = error instanceof CallTrouble ? error.trouble : null
        // A token that no mail could carry is as bad as one that was refused.
        if (trouble?.kind === 'refused' || (trouble?.kind === 'rejected' && trouble.status === 400))
          setState('bad')
        else tellTrouble(error)
      },
    )
    return () => leaving.abort()
  }, [token])
  useWorkWhile(state === 'checking')
  return state
}
