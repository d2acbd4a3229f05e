import type { AdReview, AdReviewMode, AdStatus } from '@voltline/contract'
import { type Instant, ok, type Result, refuse } from '@voltline/kernel'
import type { AdContent } from '../ad.ts'

/** What operators said about an ad's material and target. */
export interface Review {
  /** '' until the first start. */
  state: AdReview
  /** Of a rejection; empty otherwise. */
  reason: string
  /** When the state last changed; undefined until the first start. */
  changedAt: Instant | undefined
}

/** Whether delivery serves an ad in this state. */
export const mayServe = (state: AdReview, mode: AdReviewMode): boolean =>
  mode !== 'before' || state === 'APPROVED'

/** Without reviews no ad waits for one. Verdicts given before stay, and a rejected ad still cannot start. */
export const shownReview = (state: AdReview, mode: AdReviewMode): AdReview =>
  mode === 'off' && state === 'WAITING' ? '' : state

/** What is reviewed: what people see, and where a click leads. */
const reviewed = (ad: AdContent): string =>
  JSON.stringify([ad.materials, ad.urls.aos, ad.urls.ios, ad.appInfo])

/** New material or a new target must be reviewed again, whatever the verdict was. An ad that never ran waits for its start. */
export function reviewAfterEdit(
  ad: AdContent & { review: Review },
  content: AdContent,
  now: Instant,
): Review {
  if (ad.review.state === '' || reviewed(ad) === reviewed(content)) return ad.review
  return { state: 'WAITING', reason: '', changedAt: now }
}

export interface Verdict {
  approve: boolean
  reason: string
}

/** The review after a verdict, and the status: a rejected ad stops. */
export function judge(
  ad: { review: Review; status: AdStatus },
  verdict: Verdict,
  now: Instant,
): Result<{ review: Review; status: AdStatus }, 'UNKNOWN'> {
  if (ad.review.state === '') return refuse('UNKNOWN', 'proID: the ad was never started')
  if (verdict.approve) {
    return ok({ review: { state: 'APPROVED', reason: '', changedAt: now }, status: ad.status })
  }
  if (verdict.reason === '') return refuse('UNKNOWN', 'reason: a rejection needs a reason')
  return ok({
    review: { state: 'REJECTED', reason: verdict.reason, changedAt: now },
    status: ad.status === 'INPROGRESS' ? 'WAITING' : ad.status,
  })
}
