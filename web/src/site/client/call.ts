import type { Call, Received, Sent, User } from '@voltline/contract'
import { readStored, storageKeys, store } from '../../browser/storage.ts'

/** Types only: the contract's schemas are too large for a public page. */
interface Address<C extends Call> {
  method: C['method']
  path: C['path']
}

export type CallResult<C extends Call> = { error: string } & Partial<Received<C>>

export function storedUser(): User | null {
  try {
    const user: unknown = JSON.parse(readStored(storageKeys.user) ?? 'null')
    return isUser(user) ? user : null
  } catch {
    return null
  }
}

const isUser = (value: unknown): value is User =>
  typeof value === 'object' && value !== null && 'Type' in value && 'CustID' in value && 'SessionKey' in value

function sessionHeaders(): Record<string, string> {
  const accessToken = readStored(storageKeys.accessToken)
  const user = storedUser()
  if (!accessToken || !user) return {}
  return {
    Authorization: `Bearer ${accessToken}`,
    CustID: String(user.CustID),
    SessionKey: user.SessionKey,
    TimezoneOffset: String(user.TimezoneOffset),
  }
}

/** Makes a call and returns its body. A lost connection or a body that is not JSON is UNKNOWN. */
export async function call<C extends Call>(address: Address<C>, input: Sent<C>): Promise<CallResult<C>> {
  try {
    const response = await fetch(`/api/v1/${address.path}`, {
      method: address.method,
      headers: {
        ...sessionHeaders(),
        ...(address.method === 'POST' && { 'Content-Type': 'application/json' }),
      },
      ...(address.method === 'POST' && { body: JSON.stringify(input) }),
      cache: 'no-store',
    })
    const body: { error?: string; newToken?: string } = await response.json()
    if (typeof body.newToken === 'string') store(storageKeys.accessToken, body.newToken)
    return { ...(body as Partial<Received<C>>), error: body.error ?? 'UNKNOWN' }
  } catch {
    return { error: 'UNKNOWN' } as CallResult<C>
  }
}
