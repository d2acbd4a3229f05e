import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { Waiting } from '../ui/page/loader.tsx'

/** Nothing is cached between screens, and a failed call is reported once instead of retried in the background. */
const client = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, networkMode: 'always' },
  },
})

/** Server state for every page behind sign-in. */
export const Queries = () => (
  <QueryClientProvider client={client}>
    <Suspense fallback={<Waiting />}>
      <Outlet />
    </Suspense>
  </QueryClientProvider>
)
