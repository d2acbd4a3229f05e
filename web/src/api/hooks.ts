import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Call, confirmPw, type ErrorCode, type Received, type Sent } from '@voltline/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { translate } from '../i18n/i18n.ts'
import { usePasswordDialog } from '../ui/dialogs.tsx'
import { beginWork, useLoaderWhile } from '../ui/loader.tsx'
import { api, CallTrouble } from './client.ts'
import { tellTrouble } from './trouble.ts'

export interface QueryOptions {
  /**
   * What the answer is for. `screen`: the first load holds the loader and a failure goes to the error page.
   * `part`: a panel with its own skeleton and Try again. `background`: polling; it never leaves the page.
   */
  loads?: 'screen' | 'part' | 'background'
  enabled?: boolean
  /** Asks again that often, silently. */
  everyMs?: number
  /** Shows every refusal with this code's text. */
  alertAs?: ErrorCode
  /** Keeps the last answer on screen while the next one is on its way. */
  keepLast?: boolean
}

export interface Query<C extends Call> {
  data: Received<C> | undefined
  /** No answer to this input yet. */
  loading: boolean
  failed: boolean
  /** When the last answer came, in epoch milliseconds; 0 before the first. */
  answeredAt: number
  retry: () => void
}

/** The answer to a reading call, asked again whenever the input changes or a write refreshes it. */
export function useQueryCall<C extends Call>(call: C, input: Sent<C>, options: QueryOptions = {}): Query<C> {
  const { loads = 'screen', enabled = true, everyMs, alertAs, keepLast = false } = options
  const answered = useRef(false)
  const query = useQuery<Received<C>>({
    queryKey: [call.path, input],
    queryFn: ({ signal }) => api(call, input, { signal }),
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(keepLast ? { placeholderData: keepPreviousData } : {}),
  })
  if (query.data !== undefined) answered.current = true
  const waiting = enabled && query.isPending && query.fetchStatus === 'fetching'
  useLoaderWhile(loads === 'screen' && waiting && !answered.current)
  const { error } = query
  useEffect(() => {
    if (!error) return
    const signedOut = error instanceof CallTrouble && error.trouble.kind === 'signed-out'
    // A panel shows its own failure, but nobody can try again without a session.
    if (loads === 'screen' || (loads === 'part' && signedOut)) tellTrouble(error, alertAs ? { alertAs } : {})
  }, [error, loads, alertAs])
  return {
    data: query.data,
    loading: query.isPending,
    failed: query.isError,
    answeredAt: query.dataUpdatedAt,
    retry: () => void query.refetch(),
  }
}

export interface CallOptions {
  /** Reading calls whose answers this write changes. */
  refreshes?: readonly Call[]
  /** Shows every refusal with this code's text. */
  alertAs?: ErrorCode
  /** Deals with a refusal itself when it answers true. */
  onRefusal?: (code: ErrorCode) => boolean
  /** Off for uploads and other work that shows its own progress. */
  loader?: boolean
}

export interface Change<C extends Call> {
  /** Answers null when it was refused or failed (the person has been told) or is still running. */
  run: (input: Sent<C>) => Promise<Received<C> | null>
  pending: boolean
}

/** A writing call. While one is on its way nothing is sent a second time. */
export function useCall<C extends Call>(call: C, options: CallOptions = {}): Change<C> {
  const cache = useQueryClient()
  const [pending, setPending] = useState(false)
  const running = useRef(false)
  const latest = useRef({ call, options })
  latest.current = { call, options }
  const run = useCallback(
    async (input: Sent<C>): Promise<Received<C> | null> => {
      const { call: now, options: how } = latest.current
      if (running.current) return null
      running.current = true
      setPending(true)
      const endWork = how.loader === false ? () => {} : beginWork()
      try {
        const answer = await api(now, input)
        for (const read of how.refreshes ?? []) void cache.invalidateQueries({ queryKey: [read.path] })
        return answer
      } catch (error) {
        const refused = error instanceof CallTrouble && error.trouble.kind === 'refused' && error.trouble.code
        if (!(refused && how.onRefusal?.(refused)))
          tellTrouble(error, how.alertAs ? { alertAs: how.alertAs } : {})
        return null
      } finally {
        running.current = false
        setPending(false)
        endWork()
      }
    },
    [cache],
  )
  return { run, pending }
}

/** Opens the password dialog; true once the server has remembered the password for this session. */
export function useConfirmedPassword(): (why?: string) => Promise<boolean> {
  const askPassword = usePasswordDialog()
  return useCallback(
    (why) =>
      askPassword({
        ...(why ? { why } : {}),
        async attempt(pw) {
          try {
            await api(confirmPw, { pw })
            return { right: true }
          } catch (error) {
            const known = error instanceof CallTrouble ? error.trouble : null
            if (known?.kind === 'refused' || known?.kind === 'rejected') {
              return { right: false, says: translate(`errors.${known.code}`) }
            }
            tellTrouble(error)
            return { right: false, gone: true }
          }
        },
      }),
    [askPassword],
  )
}
