import { type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { BrowserRouter, Outlet, type RouteObject, useLocation, useNavigate, useRoutes } from 'react-router'
import { raise, useFailure } from '../api/failure.ts'
import { handleTroubleWith } from '../api/trouble.ts'
import { showAlert } from '../ui/dialogs/dialogs.tsx'
import { Waiting } from '../ui/page/loader.tsx'
import { FaultPage, NotFoundPage } from './error-pages.tsx'
import { CustomerGate, OperatorGate } from './guards.tsx'
import { Queries } from './queries.tsx'
import { openScreens, screens, signinScreens } from './routes.tsx'
import { routesOf } from './screen-routes.tsx'
import { useScrollRestoration } from './scroll.ts'
import { OpenLayout } from './shell/open-layout.tsx'
import { PlainLayout } from './shell/plain-layout.tsx'

/** An error page without a layout around it. */
const Alone = ({ page }: { page: ReactNode }) => <main id="content">{page}</main>

/**
 * Shows the error page in place of the page that failed, until the next navigation. It is cleared before a screen's
 * own effects run, so that a failure raised by an opening screen stays.
 */
function Root() {
  const failure = useFailure()
  const { key } = useLocation()
  const navigate = useNavigate()
  useScrollRestoration()
  useEffect(() => {
    handleTroubleWith({ navigate: (url) => void navigate(url), alert: (text) => void showAlert(text) })
  }, [navigate])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation clears the failure
  useLayoutEffect(() => raise(null), [key])
  if (failure)
    return failure.type === 'NOT_FOUND' ? <NotFoundPage /> : <FaultPage requestId={failure.requestId} />
  return (
    <Suspense fallback={<Waiting />}>
      <Outlet />
    </Suspense>
  )
}

/** The home page is a separate document that the server sends; it also redirects mailed links. */
function Home() {
  useEffect(() => location.replace(`/${location.search}`), [])
  return <Waiting />
}

const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      { path: '/', element: <Home /> },
      {
        element: (
          <PlainLayout>
            <Outlet />
          </PlainLayout>
        ),
        children: [...routesOf(signinScreens), { element: <Queries />, children: routesOf(screens.ANYONE) }],
      },
      {
        element: <Queries />,
        children: [
          { element: <OpenLayout />, children: routesOf(openScreens) },
          {
            element: <CustomerGate audience="CUSTOMER" />,
            children: routesOf(screens.CUSTOMER),
          },
          {
            element: <CustomerGate audience="ADVERTISER" />,
            children: routesOf(screens.ADVERTISER),
          },
          {
            element: <CustomerGate audience="PUBLISHER" />,
            children: routesOf(screens.PUBLISHER),
          },
          {
            element: <OperatorGate />,
            children: routesOf(screens.OPERATOR),
          },
        ],
      },
      { path: '*', element: <Alone page={<NotFoundPage />} /> },
    ],
  },
]

const Routes = () => useRoutes(routes)

/** The previous page stays on screen while the next one loads. */
export function Router() {
  return (
    <BrowserRouter>
      <Routes />
    </BrowserRouter>
  )
}
