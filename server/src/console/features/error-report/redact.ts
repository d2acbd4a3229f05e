import type { errorLogger, Input } from '@voltline/contract'

const textCharsMax = 2_000
const secretName =
  '(?:pw|oldpw|newpw|password|passwd|token|accesstoken|newtoken|sessionkey|code|secret|apikey|sig|cookie|authorization)'
/** The value after a secret's name, in a query string, JSON or a header. */
const namedSecret = new RegExp(
  `(["']?\\b${secretName}\\b["']?\\s*[=:]\\s*)(?:"[^"]*"?|'[^']*'?|[^\\s&,;}]+)`,
  'gi',
)
const bearer = /\bBearer\s+\S+/gi
/** Our tokens and keys are long runs of these characters; words and paths are not. */
const longRun = /[A-Za-z0-9_-]{32,}/g
const query = /\?[^\s)'"]*/g

/** Untrusted text, shortened, with everything removed that may be a secret. */
export const redactedText = (text: string): string =>
  text
    .slice(0, textCharsMax)
    .replace(query, '?[redacted]')
    .replace(bearer, 'Bearer [redacted]')
    .replace(namedSecret, '$1[redacted]')
    .replace(longRun, '[redacted]')

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
