import { addAd, modifyAd } from '@voltline/contract'
import { assert, ok, refuse, wonText } from '@voltline/kernel'
import { type AdContent, mayEdit } from '../../../domain/ad/ad.ts'
import { checkDraft } from '../../../domain/ad/draft.ts'
import { findMaterials } from '../../../domain/ad/material/store.ts'
import { reviewAfterEdit } from '../../../domain/ad/review/review.ts'
import { insertAd, lockAd, saveContent } from '../../../domain/ad/store.ts'
import { audit } from '../../../domain/audit/audit.ts'
import { findCampaignForAd } from '../../../domain/campaign/store.ts'
import type { FeatureServices } from '../../feature.ts'

/** An ad's content as the audit trail records it. */
const audited = (content: AdContent) => ({
  comment: content.comment,
  campType: content.platform,
  urls: content.urls,
  materials: content.materials,
  countries: content.countries,
  adult: content.adult,
  week: content.week,
  dayLimit: wonText(content.dayLimitMicros),
  budgetLimit: wonText(content.budgetLimitMicros),
  minCost: content.minCostWon,
  maxCost: content.maxCostWon,
  appInfo: content.appInfo,
})

export function registerAdWrites({ handle, db, clock }: FeatureServices): void {
  handle(addAd, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const campaign = await findCampaignForAd(tx, session.customerId, input.campID)
      if (!campaign) return refuse('NO_PERMISSION')
      const materials = await findMaterials(tx, session.customerId, input.filenames)
      if (!materials) return refuse('NO_PERMISSION')
      const { product, billingType, name } = input
      const content = checkDraft(input, materials, { product, billingType, campaign })
      if (!content.ok) return content
      const ad = { ...content.value, product, billingType, name, campaignId: campaign.id }
      const id = await insertAd(tx, session.customerId, ad, now)
      const row = { actor: session, action: addAd.path, entity: 'ad', entityId: id, at: now }
      const became = { campID: campaign.id, name, product, billingType, ...audited(content.value) }
      await audit(tx, { ...row, became })
      return ok({})
    }),
  )

  handle(modifyAd, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const ad = await lockAd(tx, session.customerId, input.proID)
      if (!ad) return refuse('NO_PERMISSION')
      const editable = mayEdit(ad)
      if (!editable.ok) return editable
      const campaign = await findCampaignForAd(tx, session.customerId, ad.campaignId)
      assert(campaign, 'every ad has a campaign')
      const materials = await findMaterials(tx, session.customerId, input.filenames)
      if (!materials) return refuse('NO_PERMISSION')
      const { product, billingType, materials: knownMaterials } = ad
      const frame = { product, billingType, campaign, knownMaterials }
      const content = checkDraft(input, materials, frame)
      if (!content.ok) return content
      const review = reviewAfterEdit(ad, content.value, now)
      await saveContent(tx, ad, { ...content.value, review }, now)
      const row = { actor: session, action: modifyAd.path, entity: 'ad', entityId: ad.id, at: now }
      await audit(tx, {
        ...row,
        was: { ...audited(ad), review: ad.review.state },
        became: { ...audited(content.value), review: review.state },
      })
      return ok({})
    }),
  )
}
