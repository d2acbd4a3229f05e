import { errorLogger } from '@voltline/contract'
import { minute, ok } from '@voltline/kernel'
import type { Rate } from '../../../platform/rate-limit/rate-limiter.ts'
import type { FeatureServices } from '../../feature.ts'
import { redactedReport } from './redact/report.ts'

const reportRate: Rate = { count: 20, windowMs: minute }

export function registerErrorReport({ handle, log }: FeatureServices): void {
  handle(
    errorLogger,
    async ({ input }) => {
      log.warn({ report: redactedReport(input) }, 'a browser reported an error')
      return ok({})
    },
    { rate: reportRate },
  )
}
