import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Call, ErrorCode, Received, Sent } from '@voltline/contract'
import { useId, useRef } from 'react'
import { beginWork } from '../browser/work.ts'
import { api, CallTrouble } from './client.ts'
import { isOutcomeUnknown, mayBeRetried, newIdempotencyKey } from './idempotency.ts'
import { tellTrouble } from './trouble.ts'

export interface MutationOptions {
  /** Reading calls whose results this write changes. */
  refreshes?: readonly Call[]
  /** Shows every refusal with this code's text. */
  alertAs?: ErrorCode
  /** Returns true when it has handled the refusal itself. */
  onRefusal?: (code: ErrorCode) => boolean
  /** False for uploads and other work that shows its own progress. */
  loader?: boolean
}

export interface ContractMutation<C extends Call> {
  /** Resolves to null when the call was refused or failed (the person has been told) or is still running. */
  send: (input: Sent<C>) => Promise<Received<C> | null>
  isPending: boolean
}

/** A call that moves money is sent again under its key when nobody knows whether it arrived. */
const retriesMax = 2
const retryMs = 1_000

const refusalCode = (error: unknown): ErrorCode | null =>
  error instanceof CallTrouble && error.trouble.kind === 'refused' ? error.trouble.code : null

/** TanStack's `useMutation` for a writing call of the contract. A second click while it runs sends nothing. */
export function useContractMutation<C extends Call>(
  call: C,
  { refreshes = [], alertAs, onRefusal, loader = true }: MutationOptions = {},
): ContractMutation<C> {
  const client = useQueryClient()
  const mutationKey = [call.path, useId()]
  const idempotencyKey = useRef('')
  const { mutateAsync, isPending } = useMutation<Received<C>, unknown, Sent<C>>({
    mutationKey,
    networkMode: 'always',
    retry: (failures, error) => call.movesMoney === true && failures < retriesMax && isOutcomeUnknown(error),
    retryDelay: retryMs,
    async mutationFn(input) {
      const endWork = loader ? beginWork() : () => {}
      try {
        if (!call.movesMoney) return await api(call, input)
        idempotencyKey.current ||= newIdempotencyKey()
        return await api(call, input, { idempotencyKey: idempotencyKey.current })
      } finally {
        endWork()
      }
    },
    onSuccess() {
      idempotencyKey.current = ''
      for (const { path } of refreshes) void client.invalidateQueries({ queryKey: [path] })
    },
    onError(error) {
      if (!mayBeRetried(error)) idempotencyKey.current = ''
      const code = refusalCode(error)
      if (!(code && onRefusal?.(code))) tellTrouble(error, alertAs)
    },
  })
  return {
    isPending,
    async send(input) {
      if (client.isMutating({ mutationKey }) > 0) return null
      return mutateAsync(input).catch(() => null)
    },
  }
}
