import type { errorLogger, Input } from '@voltline/contract'
import { redactedText } from './text.ts'

const maybe = (text: string | null | undefined) => (text == null ? undefined : redactedText(text))

/** Bodies and parameters are left out: they are user input. */
export const redactedReport = (report: Input<typeof errorLogger>) => ({
  url: maybe(report.config?.url),
  method: maybe(report.config?.method),
  status: report.response?.status,
  statusText: maybe(report.response?.statusText),
  message: maybe(report.message),
  stack: maybe(report.stack),
  componentStack: maybe(report.componentStack),
})
