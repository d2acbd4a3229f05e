import { errorLogger, type Input } from '@voltline/contract'
import { ok } from '@voltline/kernel'
import { type AccountServices, rates } from './services.ts'

const textCharsMax = 2_000
const secretName =
  '(?:pw|oldpw|newpw|password|passwd|token|accesstoken|newtoken|sessionkey|code|secret|apikey|sig|cookie|authorization)'
/** What follows the name of a secret, in a query, in JSON or in a header. */
const namedSecret = new RegExp(
  `(["']?\\b${secretName}\\b["']?\\s*[=:]\\s*)(?:"[^"]*"?|'[^']*'?|[^\\s&,;}]+)`,
  'gi',
)
const bearer = /\bBearer\s+\S+/gi
/** Our tokens and keys are long runs of such letters; words and paths are not. */
const longRun = /[A-Za-z0-9_-]{32,}/g
const query = /\?[^\s)'"]*/g

/** A text of a stranger's browser with everything that may be a secret taken out, cut to a modest length. */
export const scrubbed = (text: string): string =>
  text
    .slice(0, textCharsMax)
    .replace(query, '?[redacted]')
    .replace(bearer, 'Bearer [redacted]')
    .replace(namedSecret, '$1[redacted]')
    .replace(longRun, '[redacted]')

const maybe = (text: string | null | undefined) => (text == null ? undefined : scrubbed(text))

/** Bodies and parameters are never kept: they are what people typed. */
export const redactedReport = (report: Input<typeof errorLogger>) => ({
  url: maybe(report.config?.url),
  method: maybe(report.config?.method),
  status: report.response?.status,
  statusText: maybe(report.response?.statusText),
  message: maybe(report.message),
  stack: maybe(report.stack),
  componentStack: maybe(report.componentStack),
})

export function registerErrorReport({ handle, log }: AccountServices): void {
  handle(
    errorLogger,
    async ({ input }) => {
      log.warn({ report: redactedReport(input) }, 'a browser reports an error')
      return ok({})
    },
    { rate: rates.report },
  )
}
