import { lazy, Suspense } from 'react'
import { useFailure } from '../api/failure.ts'
import { OperatorSignin } from '../features/account/operator-signin.tsx'
import { Signin } from '../features/account/signin.tsx'
import { PlainLayout } from './shell/plain-layout.tsx'

const FaultPage = lazy(async () => ({ default: (await import('./error-pages.tsx')).FaultPage }))

/**
 * The sign-in pages as the first page of a visit: without router, server state or schemas, which the consoles load
 * behind it. The router knows the same pages for people whose session ends.
 */
export function SigninApp() {
  const failure = useFailure()
  const Page = location.pathname === '/admin/signin' ? OperatorSignin : Signin
  if (failure?.type === 'FAULT') {
    return (
      <Suspense>
        <FaultPage requestId={failure.requestId} />
      </Suspense>
    )
  }
  return (
    <PlainLayout>
      <Page />
    </PlainLayout>
  )
}
