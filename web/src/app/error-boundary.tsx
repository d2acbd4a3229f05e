import { Component, type ErrorInfo, lazy, type ReactNode, Suspense } from 'react'
import { reportError } from '../api/report-error.ts'

const FaultPage = lazy(async () => ({ default: (await import('./error-pages.tsx')).FaultPage }))

/** Shows the 500 page for an uncaught render error, or for a screen that did not load, and reports it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    void reportError(error, info.componentStack ?? null)
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children
    return (
      <main id="content">
        <Suspense>
          <FaultPage requestId="" />
        </Suspense>
      </main>
    )
  }
}
