import '../ui/theme/styles.ts'
import { MantineProvider } from '@mantine/core'
import { assert } from '@voltline/kernel'
import { createRoot } from 'react-dom/client'
import { checkStoredSession } from '../api/session/startup.ts'
import { handleTroubleWith } from '../api/trouble.ts'
import { loadTexts, startI18n } from '../i18n/i18n.ts'
import { Dialogs, showAlert } from '../ui/dialogs/dialogs.tsx'
import { Toasts } from '../ui/dialogs/toast.tsx'
import { FullScreenLoader } from '../ui/page/loader.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from '../ui/theme/theme.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { isSigninPath } from './signin-path.ts'

/** Loads the sign-in pages or the router, with the texts they start with. */
async function loadApp() {
  const texts = startI18n()
  if (!isSigninPath(location.pathname)) {
    const [{ Router }] = await Promise.all([import('./router.tsx'), texts])
    return Router
  }
  const [{ SigninApp }] = await Promise.all([
    import('./signin-app.tsx'),
    texts.then(() => loadTexts(['account'])),
  ])
  return SigninApp
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  assert(root, 'the page has a root')
  handleTroubleWith({ navigate: (url) => location.assign(url), alert: (text) => void showAlert(text) })
  void checkStoredSession()
  const App = await loadApp()
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
      <Dialogs />
      <Toasts />
      <FullScreenLoader />
    </MantineProvider>,
  )
}

void start()
