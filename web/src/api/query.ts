import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Call, ErrorCode, Received, Sent } from '@voltline/contract'
import { useEffect, useState } from 'react'
import { useWorkWhile } from '../browser/work.ts'
import { api, CallTrouble } from './client.ts'
import { tellTrouble } from './trouble.ts'

export interface QueryOptions {
  /**
   * `screen`: the first load shows the full-screen loader, and a failure opens the error page.
   * `part`: a panel that shows its own skeleton and Try again.
   * `background`: polling; a failure is ignored.
   */
  loads?: 'screen' | 'part' | 'background'
  enabled?: boolean
  /** Polling interval. */
  everyMs?: number
  /** Shows every refusal with this code's text. */
  alertAs?: ErrorCode
  /** Keeps the previous rows on screen while the next ones load. */
  keepLast?: boolean
}

/** TanStack's `useQuery` for a reading call of the contract, which also reports failures to the person. */
export function useContractQuery<C extends Call>(
  call: C,
  input: Sent<C>,
  options: QueryOptions = {},
): UseQueryResult<Received<C>> {
  const { loads = 'screen', enabled = true, everyMs, alertAs, keepLast = false } = options
  const query = useQuery<Received<C>>({
    queryKey: [call.path, input],
    queryFn: ({ signal }) => api(call, input, { signal }),
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(keepLast ? { placeholderData: keepPreviousData } : {}),
  })
  // Only the first load of a screen shows the loader; later ones have a table or form to wait on.
  const [hasLoaded, setHasLoaded] = useState(false)
  if (!hasLoaded && query.data !== undefined) setHasLoaded(true)
  useWorkWhile(loads === 'screen' && !hasLoaded && query.isLoading)
  const { error } = query
  useEffect(() => {
    if (!error) return
    const signedOut = error instanceof CallTrouble && error.trouble.kind === 'signed-out'
    // A panel shows its own failure, but nobody can try again without a session.
    if (loads === 'screen' || (loads === 'part' && signedOut)) tellTrouble(error, alertAs)
  }, [error, loads, alertAs])
  return query
}
