import type { CustomerType, Operator, User } from '@voltline/contract'
import { customerTypes } from '@voltline/contract'
import { observable, useObservable } from '../../browser/observable.ts'
import { forget, forgetAllButTaste, readStored, storageKeys, store } from '../../browser/storage.ts'

export interface Session {
  accessToken: string
  user: User
}

export interface OperatorSession {
  accessToken: string
  user: Operator
}

function parse(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readSession(): Session | null {
  const accessToken = readStored(storageKeys.accessToken)
  const user = parse(readStored(storageKeys.user)) as User | null
  if (!accessToken || !user || !customerTypes.includes(user.Type)) return null
  return { accessToken, user }
}

function readOperator(): OperatorSession | null {
  const stored = parse(readStored(storageKeys.operator)) as OperatorSession | null
  return stored?.accessToken && stored.user ? stored : null
}

const session = observable<Session | null>(readSession())
const operator = observable<OperatorSession | null>(readOperator())

export const currentSession = session.get
export const currentOperator = operator.get
export const useSession = () => useObservable(session)
export const useOperator = () => useObservable(operator)

export function keepSession(next: Session): void {
  store(storageKeys.accessToken, next.accessToken)
  store(storageKeys.user, JSON.stringify(next.user))
  store(storageKeys.lastType, next.user.Type)
  session.set(next)
}

/** A changed time zone changes the stored user too. */
export function updateUser(change: Partial<User>): void {
  const now = session.get()
  if (now) keepSession({ ...now, user: { ...now.user, ...change } })
}

/** The session is over, whoever ended it; the type stays known for the way back. */
export function dropSession(): void {
  forget(storageKeys.accessToken)
  forget(storageKeys.user)
  session.set(null)
}

/** The person signed out: nothing of the account stays behind. */
export function forgetSession(): void {
  forgetAllButTaste()
  session.set(null)
}

export function lastCustomerType(): CustomerType | null {
  const stored = readStored(storageKeys.lastType)
  return customerTypes.find((type) => type === stored) ?? null
}

export function keepOperator(next: OperatorSession): void {
  store(storageKeys.operator, JSON.stringify(next))
  operator.set(next)
}

export function dropOperator(): void {
  forget(storageKeys.operator)
  operator.set(null)
}

/** Another tab signed in or out. */
export function followOtherTabs(): void {
  window.addEventListener('storage', () => {
    const next = readSession()
    if (JSON.stringify(next) !== JSON.stringify(session.get())) session.set(next)
    const nextOperator = readOperator()
    if (JSON.stringify(nextOperator) !== JSON.stringify(operator.get())) operator.set(nextOperator)
  })
}
