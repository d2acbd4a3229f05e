import {
  apiPrefix,
  type Call,
  type ErrorCode,
  errorCodes,
  type Received,
  type Sent,
} from '@voltline/contract'
import { currentOperator, currentSession, keepOperator, keepSession } from './session/session.ts'

/** Why a call failed. Only `refused` is a result of the call itself. */
export type Trouble =
  | { kind: 'refused'; code: ErrorCode }
  /** HTTP 400, 409 and 429: the form stays and an alert says why. */
  | { kind: 'rejected'; code: ErrorCode; status: number; detail: string }
  | { kind: 'signed-out'; code: ErrorCode }
  | { kind: 'failed'; status: number; requestId: string }

export class CallTrouble extends Error {
  readonly trouble: Trouble
  readonly call: Call
  constructor(call: Call, trouble: Trouble) {
    super(`${call.path}: ${trouble.kind}`)
    this.name = 'CallTrouble'
    this.call = call
    this.trouble = trouble
  }
}

export const isOperatorCall = (call: Call): boolean => call.path.startsWith('admin/')

/** Who calls, as headers: the operator's for operator calls, the customer's otherwise. */
export function sessionHeaders(call: Call): Record<string, string> {
  if (isOperatorCall(call)) {
    const operator = currentOperator()
    if (!operator) return {}
    return {
      Authorization: `Bearer ${operator.accessToken}`,
      CustID: String(operator.user.CustID),
      SessionKey: operator.user.SessionKey,
      TimezoneOffset: String(-new Date().getTimezoneOffset()),
    }
  }
  const session = currentSession()
  if (!session) return {}
  return {
    Authorization: `Bearer ${session.accessToken}`,
    CustID: String(session.user.CustID),
    SessionKey: session.user.SessionKey,
    TimezoneOffset: String(session.user.TimezoneOffset),
  }
}

function keepNewToken(call: Call, accessToken: string): void {
  const operator = currentOperator()
  const session = currentSession()
  if (isOperatorCall(call)) {
    if (operator) keepOperator({ ...operator, accessToken })
  } else if (session) keepSession({ ...session, accessToken })
}

/** Blank values are left out, so a cleared filter is no filter. */
export function queryOf(input: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** Only the files' names and types are read here; their bytes go by PUT, so they are not sent twice. */
export function formOf(input: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (!Array.isArray(value)) form.append(name, String(value))
    else for (const file of value as File[]) form.append(name, new File([], file.name, { type: file.type }))
  }
  return form
}

function requestOf(call: Call, input: Record<string, unknown>): { url: string; init: RequestInit } {
  const headers = sessionHeaders(call)
  const url = `${apiPrefix}${call.path}`
  if (call.method === 'GET') return { url: url + queryOf(input), init: { headers } }
  if (call.multipart) return { url, init: { method: 'POST', headers, body: formOf(input) } }
  return {
    url,
    init: {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
    },
  }
}

const isCode = (value: unknown): value is ErrorCode => errorCodes.some((code) => code === value)

async function envelopeOf(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export function troubleOf(
  status: number,
  { error, detail }: { error?: unknown; detail?: unknown },
  requestId: string,
): Trouble | null {
  const code = isCode(error) ? error : 'UNKNOWN'
  if (status === 200) return code === 'SUCCESS' ? null : { kind: 'refused', code }
  if (status === 401) return { kind: 'signed-out', code }
  if (status === 400 || status === 409 || status === 429)
    return { kind: 'rejected', code, status, detail: typeof detail === 'string' ? detail : '' }
  return { kind: 'failed', status, requestId }
}

/** Makes one call of the contract. Throws CallTrouble unless it succeeds; the hooks report it to the person. */
export async function api<C extends Call>(
  call: C,
  input: Sent<C>,
  { idempotencyKey, ...options }: { signal?: AbortSignal; idempotencyKey?: string } = {},
): Promise<Received<C>> {
  const { url, init } = requestOf(call, (input ?? {}) as Record<string, unknown>)
  if (idempotencyKey) init.headers = { ...init.headers, 'Idempotency-Key': idempotencyKey }
  let response: Response
  try {
    response = await fetch(url, { ...init, ...options, cache: 'no-store', credentials: 'same-origin' })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new CallTrouble(call, { kind: 'failed', status: 0, requestId: '' })
  }
  const envelope = await envelopeOf(response)
  if (typeof envelope.newToken === 'string') keepNewToken(call, envelope.newToken)
  const trouble = troubleOf(response.status, envelope, response.headers.get('x-request-id') ?? '')
  if (trouble) throw new CallTrouble(call, trouble)
  return envelope as Received<C>
}
