import { z } from 'zod'
import { RequiredLine } from '../common/fields.ts'

/** What the page about one shown ad is for, and how its users report the ad. */
export const whyPath = '/why/'
export const reportReasonMax = 500

export const reportAd = {
  path: '/why/{token}/report',
  input: z.object({ reason: RequiredLine(reportReasonMax) }),
} as const
