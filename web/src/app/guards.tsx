import { Navigate, useLocation } from 'react-router'
import { landingOf, operatorSigninUrl, signinUrl, typeOfPath } from '../api/session/return-url.ts'
import { lastCustomerType, useOperator, useSession } from '../api/session/session.ts'
import { useSessionReady } from '../api/session/startup.ts'
import type { Audience } from '../browser/screen.ts'
import { Waiting } from '../ui/page/loader.tsx'
import { CustomerConsole } from './console/customer-console.tsx'
import { OperatorConsole } from './console/operator-console.tsx'

const useHere = () => {
  const { pathname, search } = useLocation()
  return { pathname, url: pathname + search }
}

/** Redirects to sign-in without a session, and to the own console from the other type's. */
export function CustomerGate({ audience }: { audience: Exclude<Audience, 'ANYONE' | 'OPERATOR'> }) {
  const ready = useSessionReady()
  const session = useSession()
  const { pathname, url } = useHere()
  if (!ready) return <Waiting />
  if (!session) return <Navigate to={signinUrl(url, typeOfPath(pathname) ?? lastCustomerType())} replace />
  if (audience !== 'CUSTOMER' && session.user.Type !== audience) {
    return <Navigate to={landingOf(session.user.Type)} replace />
  }
  return <CustomerConsole />
}

export function OperatorGate() {
  const operator = useOperator()
  const { url } = useHere()
  if (!operator) return <Navigate to={operatorSigninUrl(url)} replace />
  return <OperatorConsole />
}
