import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportError } from '../api/report-error.ts'
import { FaultPage } from './error-pages.tsx'

/** Any uncaught render error becomes the 500 page and is reported. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    void reportError(error, info.componentStack ?? null)
  }

  override render(): ReactNode {
    return this.state.broken ? <FaultPage requestId="" /> : this.props.children
  }
}
