import type { Call } from '@voltline/contract'
import type { Clock } from '@voltline/kernel'
import {
  claimKey,
  isIdempotencyKey,
  type KeyedCall,
  keepReply,
  releaseKey,
} from '../../domain/account/idempotency-key.ts'
import type { AnySession } from '../../domain/account/session/session.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { hashToken } from '../../platform/secrets.ts'
import { type Answer, jsonText, parseJson } from './send-reply.ts'

interface OnceRequest {
  call: Call
  session: AnySession
  /** The header Idempotency-Key, if there is one. */
  key: string | string[] | undefined
  /** As it was sent. */
  body: unknown
}

const wrongKey: Answer = {
  httpStatus: 400,
  error: 'UNKNOWN',
  detail: 'Idempotency-Key: must be 1 to 255 visible ASCII characters',
}
const otherRequest: Answer = {
  httpStatus: 409,
  error: 'DUPLICATE_REQUEST',
  detail: 'Idempotency-Key: was used for another request',
}

/** The same text for the same values, whatever the order of the fields. */
const canonicalText = (body: unknown): string =>
  JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

const mayBeRetried = ({ httpStatus }: Answer): boolean => httpStatus === 429 || httpStatus >= 500

/**
 * Runs a call that moves money in one transaction. Under a key, that transaction also keeps the answer: a repeat returns
 * it and moves nothing, and a repeat that arrives meanwhile waits for it.
 */
export function answerOnce(
  { db, clock }: { db: Database; clock: Clock },
  { call, session, key, body }: OnceRequest,
  answer: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return db.transaction(answer)
  if (typeof key !== 'string' || !isIdempotencyKey(key)) return Promise.resolve(wrongKey)
  const keyed: KeyedCall = { owner: session, key, call: call.path, bodyHash: hashToken(canonicalText(body)) }
  return db.transaction(async (tx) => {
    const claimed = await claimKey(tx, keyed, clock.now())
    if (claimed === 'OTHER') return otherRequest
    if (claimed !== 'CLAIMED') return { httpStatus: claimed.status, ...parseJson(claimed.reply) }
    const first = await answer(tx)
    const { httpStatus: status, ...fields } = first
    if (mayBeRetried(first)) await releaseKey(tx, keyed)
    else await keepReply(tx, keyed, { status, reply: jsonText(fields) })
    return first
  })
}
