import { type AdReviewMode, adminGetAd, adminListAds, adminStopAd, reviewAd } from '@voltline/contract'
import { assert, type Instant, isoInZone, ok, refuse, seoul } from '@voltline/kernel'
import { findCustomer } from '../../../../domain/account/directory.ts'
import { type Ad, stop } from '../../../../domain/ad/ad.ts'
import { mergeCounts } from '../../../../domain/ad/counts.ts'
import { spentTodayMicros } from '../../../../domain/ad/remaining.ts'
import { judge, type Review, shownReview } from '../../../../domain/ad/review/review.ts'
import {
  countReviewedAds,
  findAnyAd,
  historyOf,
  lockAnyAd,
  pageOfReviewedAds,
  type Recipient,
  type ReviewedAd,
  rejectionsOf,
  saveReview,
} from '../../../../domain/ad/review/store.ts'
import { closeReports, countOpenReports, openReportsOf } from '../../../../domain/ad/review/user-reports.ts'
import { saveStatus } from '../../../../domain/ad/store.ts'
import { audit } from '../../../../domain/audit/audit.ts'
import { queueLetter } from '../../../../domain/letters/queue-letter.ts'
import type { ReadSession, Tx } from '../../../../platform/database/database.ts'
import { toAdDetail } from '../../../ad-detail.ts'
import type { FeatureServices } from '../../../feature.ts'

/** Operators see Seoul time, the zone of the network's months. */
const timeOf = ({ changedAt }: Review) => (changedAt === undefined ? null : isoInZone(changedAt, seoul))

const toRow = (ad: ReviewedAd, adReview: AdReviewMode, reports: number) => ({
  ProID: ad.id,
  ProName: ad.name,
  CustID: ad.customerId,
  Company: ad.company,
  Product: ad.product,
  BillingType: ad.billingType,
  Status: ad.status,
  Review: shownReview(ad.review.state, adReview),
  Reason: ad.review.reason,
  ReviewTime: timeOf(ad.review),
  Reports: reports,
})

async function advertiserOf(tx: ReadSession, found: { ad: Ad; customerId: ReviewedAd['customerId'] }) {
  const customer = await findCustomer(tx, found.customerId)
  assert(customer, 'every ad has an advertiser')
  const history = await historyOf(tx, found.customerId)
  const rejections = await rejectionsOf(tx, found.customerId, found.ad.id)
  return {
    CustID: customer.customerId,
    Company: customer.company,
    Email: customer.email,
    RegistTime: isoInZone(customer.registeredAt, seoul),
    BlockedTime: customer.blockedAt === undefined ? null : isoInZone(customer.blockedAt, seoul),
    Cash: customer.cashMicros,
    Spent: history.spentMicros,
    Ads: history.ads,
    Approved: history.approved,
    Rejected: history.rejected,
    Rejections: rejections.map((rejection) => ({
      ProID: rejection.id,
      ProName: rejection.name,
      Reason: rejection.reason,
      ReviewTime: isoInZone(rejection.at, seoul),
    })),
  }
}

function registerReads({ handle, db, clock, settings }: FeatureServices): void {
  const { adReview } = settings
  handle(adminListAds, async ({ input }) =>
    db.snapshot(async (tx) => {
      const { pageNo, ...filters } = input
      const search = { ...filters, isReviewed: adReview !== 'off' }
      const ads = await pageOfReviewedAds(tx, search, pageNo)
      const reports = await countOpenReports(
        tx,
        ads.map((ad) => ad.id),
      )
      return ok({
        ads: ads.map((ad) => toRow(ad, adReview, reports.get(ad.id) ?? 0)),
        rowCount: await countReviewedAds(tx, search),
      })
    }),
  )

  handle(adminGetAd, async ({ input }) =>
    db.snapshot(async (tx) => {
      const found = await findAnyAd(tx, input.proID)
      if (!found) return ok({ ad: null, reports: [], advertiser: null })
      const { ad, customerId } = found
      return ok({
        ad: {
          ...toAdDetail(ad, adReview),
          CampName: found.campaignName,
          RegistTime: isoInZone(ad.registeredAt, seoul),
          UpdateTime: isoInZone(ad.updatedAt, seoul),
          SpentToday: await spentTodayMicros(tx, customerId, ad.id, clock.now()),
          ReviewTime: timeOf(ad.review),
        },
        reports: (await openReportsOf(tx, ad.id)).map((report) => ({
          Time: isoInZone(report.at, seoul),
          Reason: report.reason,
          AppName: report.appName,
        })),
        advertiser: await advertiserOf(tx, found),
      })
    }),
  )
}

/** The operators' side of ads: every ad, its review, and a stop. */
export function registerAdReview(services: FeatureServices): void {
  const { handle, db, clock, secrets, settings } = services
  registerReads(services)

  /** The advertiser's language is not known, so the mail is in both. */
  const tell = (
    tx: Tx,
    { ad, recipient }: { ad: Ad; recipient: Recipient },
    template: 'adRejected' | 'adStopped',
    said: { reason: string; now: Instant },
  ) => {
    const { reason, now } = said
    const { publicUrl } = settings
    const values = { adName: ad.name, adId: ad.id, reason, at: now, zone: recipient.zone, publicUrl }
    return queueLetter(tx, secrets, { to: recipient.email, template, values }, now)
  }

  handle(reviewAd, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const found = await lockAnyAd(tx, input.proID)
      if (!found) return refuse('NO_PERMISSION')
      const { ad } = found
      const judged = judge(ad, input, now)
      if (!judged.ok) return judged
      if (input.reviewTime !== undefined && input.reviewTime !== timeOf(ad.review)) {
        return refuse('UNKNOWN', 'reviewTime: the ad has changed since')
      }
      const { review, status } = judged.value
      await saveReview(tx, ad, judged.value, now)
      await closeReports(tx, ad.id, now)
      const row = { actor: session, action: reviewAd.path, entity: 'ad', entityId: ad.id, at: now }
      const was = { review: ad.review.state, reason: ad.review.reason, status: ad.status }
      await audit(tx, { ...row, was, became: { review: review.state, reason: review.reason, status } })
      if (review.state === 'REJECTED') await tell(tx, found, 'adRejected', { reason: review.reason, now })
      if (status !== ad.status) await mergeCounts(tx, [ad.campaignId])
      return ok({})
    }),
  )

  handle(adminStopAd, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const found = await lockAnyAd(tx, input.proID)
      if (!found) return refuse('NO_PERMISSION')
      const { ad } = found
      const stopped = stop(ad)
      if (!stopped.ok) return stopped
      await saveStatus(tx, ad, stopped.value, now)
      const row = { actor: session, action: adminStopAd.path, entity: 'ad', entityId: ad.id, at: now }
      const became = { status: stopped.value, reason: input.reason }
      await audit(tx, { ...row, was: { status: ad.status }, became })
      await tell(tx, found, 'adStopped', { reason: input.reason, now })
      await mergeCounts(tx, [ad.campaignId])
      return ok({})
    }),
  )
}
