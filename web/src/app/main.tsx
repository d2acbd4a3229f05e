import '../ui/theme/styles.ts'
import './app.css'
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { assert } from '@voltline/kernel'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { reportError } from '../api/report-error.ts'
import { checkStoredSession } from '../api/startup.ts'
import { handleTroubleWith } from '../api/trouble.ts'
import { startI18n } from '../i18n/i18n.ts'
import { showAlert } from '../ui/dialogs/dialogs.tsx'
import { FullScreenLoader } from '../ui/page/loader.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from '../ui/theme/theme.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { router } from './router.tsx'

/** Answers are not kept: every screen asks anew. A failed call is told once, not tried behind the person's back. */
const cache = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, networkMode: 'always' },
  },
})

async function start(): Promise<void> {
  const root = document.getElementById('root')
  assert(root, 'the page has a root')
  handleTroubleWith({ navigate: (url) => void router.navigate(url), alert: (text) => void showAlert(text) })
  await startI18n()
  void checkStoredSession()
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={cache}>
        <ErrorBoundary>
          <ModalsProvider>
            <RouterProvider
              router={router}
              onError={(error, { errorInfo }) => void reportError(error, errorInfo?.componentStack ?? null)}
            />
          </ModalsProvider>
        </ErrorBoundary>
        <Notifications position="bottom-center" limit={3} />
        <FullScreenLoader />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

void start()
