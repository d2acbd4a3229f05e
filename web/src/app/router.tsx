import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { createBrowserRouter, Outlet, type RouteObject, ScrollRestoration, useLocation } from 'react-router'
import { raise, useFailure } from '../api/failure.ts'
import type { Screen } from '../browser/screen.ts'
import { Waiting } from '../ui/page/loader.tsx'
import { FaultPage, NotFoundPage } from './error-pages.tsx'
import { CustomerGate, OperatorGate } from './guards.tsx'
import { OpenLayout } from './open-layout.tsx'
import { PlainLayout } from './plain-layout.tsx'
import { openScreens, screens } from './routes.tsx'

type Lazy = Pick<Screen, 'path' | 'load'>

const lazily = ({ path, load }: Lazy): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
})

function routeOf(screen: Screen): RouteObject {
  if (!screen.over) return lazily(screen)
  const list: RouteObject = { path: screen.path, element: null }
  return {
    lazy: async () => ({ Component: await screen.load() }),
    children: [list, ...screen.over.map(lazily)],
  }
}

/** An error page without a layout around it. */
const Alone = ({ page }: { page: ReactNode }) => <main id="content">{page}</main>

/**
 * Shows the error page in place of what failed, until the person goes elsewhere. It is cleared before a screen's
 * own effects run, so that what a screen raises as it opens stays.
 */
function Root() {
  const failure = useFailure()
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place is a new try
  useLayoutEffect(() => raise(null), [key])
  if (failure)
    return failure.type === 'NOT_FOUND' ? <NotFoundPage /> : <FaultPage requestId={failure.requestId} />
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

/** The home page is a separate document that the server sends; it also redirects mailed links. */
function Home() {
  useEffect(() => location.replace(`/${location.search}`), [])
  return <Waiting />
}

export const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <Alone page={<FaultPage requestId="" />} />,
    HydrateFallback: Waiting,
    children: [
      { path: '/', element: <Home /> },
      { element: <PlainLayout />, children: screens.ANYONE.map(routeOf) },
      { element: <OpenLayout />, children: openScreens.map(routeOf) },
      { element: <CustomerGate audience="CUSTOMER" />, children: screens.CUSTOMER.map(routeOf) },
      { element: <CustomerGate audience="ADVERTISER" />, children: screens.ADVERTISER.map(routeOf) },
      { element: <CustomerGate audience="PUBLISHER" />, children: screens.PUBLISHER.map(routeOf) },
      { element: <OperatorGate />, children: screens.OPERATOR.map(routeOf) },
      { path: '*', element: <Alone page={<NotFoundPage />} /> },
    ],
  },
])
