import { getAd, listAds, startAd, startAll, stopAd, stopAll } from '@voltline/contract'
import { isoInZone, ok, refuse, type Zone } from '@voltline/kernel'
import { averageCostWon, start, stop } from '../../../domain/ad/ad.ts'
import { mergeCounts, promotionCounts } from '../../../domain/ad/counts.ts'
import { type AdHold, type HoldTerms, holdsOf } from '../../../domain/ad/holds.ts'
import { NameSearch } from '../../../domain/ad/list/names.ts'
import { type ListedAd, pageOfAds } from '../../../domain/ad/list/page.ts'
import { readPostbackSecret } from '../../../domain/ad/postback-secret.ts'
import { remainingOf, spentTodayMicros } from '../../../domain/ad/remaining.ts'
import { shownReview } from '../../../domain/ad/review/review.ts'
import { startEveryAd, stopEveryAd } from '../../../domain/ad/start-all.ts'
import { findAd, lockAd, saveStatus } from '../../../domain/ad/store.ts'
import { audit } from '../../../domain/audit/audit.ts'
import { chooseCampaign, findCampaign } from '../../../domain/campaign/store.ts'
import { isWinning, toAdDetail } from '../../ad-detail.ts'
import type { FeatureServices } from '../../feature.ts'
import { registerBidCost } from './bid-routes.ts'
import { registerPostback } from './postback-routes.ts'
import { registerAdWrites } from './write-routes.ts'

const toHold = ({ why, until }: AdHold, zone: Zone) => ({
  Why: why,
  BackAt: until === undefined ? null : isoInZone(until, zone),
})

const toRow = (ad: ListedAd, hold: AdHold | undefined, { zone, adReview }: HoldTerms) => ({
  ProID: ad.id,
  Status: ad.status,
  ProName: ad.name,
  Platform: ad.platform,
  Product: ad.product,
  BillingType: ad.billingType,
  AvgCost: averageCostWon(ad),
  Winning: isWinning(ad),
  Hold: hold ? toHold(hold, zone) : null,
  Review: shownReview(ad.review.state, adReview),
  ReviewReason: ad.review.reason,
})

function registerReads({ handle, db, clock, secrets, settings }: FeatureServices): void {
  const names = new NameSearch()
  handle(listAds, async ({ input, session }) =>
    db.snapshot(async (tx) => {
      const { campID, ...search } = input
      const campaignId = await chooseCampaign(tx, session.customerId, campID)
      const campaign = await findCampaign(tx, session.customerId, campaignId)
      if (!campaign) return ok({ campID: campaignId, ads: [], rowCount: 0 })
      const page = await pageOfAds(tx, names, { ...search, campaignId })
      const inProgress = page.ads.filter((ad) => ad.status === 'INPROGRESS').map((ad) => ad.id)
      const terms = { ...session, adReview: settings.adReview }
      const holds = await holdsOf(tx, inProgress, terms, clock.now())
      const ads = page.ads.map((ad) => toRow(ad, holds.get(ad.id), terms))
      return ok({ campID: campaignId, ads, rowCount: page.rowCount })
    }),
  )

  handle(getAd, async ({ input, session }) =>
    db.snapshot(async (tx) => {
      const found = await findAd(tx, session.customerId, input.proID)
      if (!found) return ok({ ad: null })
      const { ad } = found
      return ok({
        ad: {
          ...toAdDetail(ad, settings.adReview),
          CampName: found.campaignName,
          RegistTime: isoInZone(ad.registeredAt, session.zone),
          UpdateTime: isoInZone(ad.updatedAt, session.zone),
          PostbackSecret: await readPostbackSecret(tx, session.customerId, secrets),
          SpentToday: await spentTodayMicros(tx, session.customerId, ad.id, clock.now()),
        },
      })
    }),
  )
}

function registerAll({ handle, db, clock }: FeatureServices): void {
  handle(startAll, async ({ session }) =>
    db.transaction(async (tx) => {
      await startEveryAd(tx, session.customerId, { action: startAll.path, now: clock.now() })
      return ok({ promotion: await promotionCounts(tx, session.customerId) })
    }),
  )

  handle(stopAll, async ({ session }) =>
    db.transaction(async (tx) => {
      await stopEveryAd(tx, session.customerId, { action: stopAll.path, now: clock.now() })
      return ok({ promotion: await promotionCounts(tx, session.customerId) })
    }),
  )
}

export function registerAds(services: FeatureServices): void {
  const { handle, db, clock } = services
  registerReads(services)
  registerAll(services)
  registerAdWrites(services)
  registerBidCost(services)
  registerPostback(services)

  handle(startAd, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const ad = await lockAd(tx, session.customerId, input.proID)
      if (!ad) return refuse('NO_PERMISSION')
      const started = start(ad, await remainingOf(tx, session.customerId, ad.id, now))
      if (!started.ok) return started
      await saveStatus(tx, ad, started.value, now)
      const row = { actor: session, action: startAd.path, entity: 'ad', entityId: ad.id, at: now }
      await audit(tx, { ...row, was: { status: ad.status }, became: { status: started.value } })
      await mergeCounts(tx, [ad.campaignId])
      return ok({})
    }),
  )

  handle(stopAd, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const ad = await lockAd(tx, session.customerId, input.proID)
      if (!ad) return refuse('NO_PERMISSION')
      const stopped = stop(ad)
      if (!stopped.ok) return stopped
      await saveStatus(tx, ad, stopped.value, now)
      const row = { actor: session, action: stopAd.path, entity: 'ad', entityId: ad.id, at: now }
      await audit(tx, { ...row, was: { status: ad.status }, became: { status: stopped.value } })
      await mergeCounts(tx, [ad.campaignId])
      return ok({})
    }),
  )
}
