import { addAd, modifyAd } from '@voltline/contract'
import { assert, ok, refuse, wonText } from '@voltline/kernel'
import { type AdContent, mayEdit } from '../../../domain/ad/ad.ts'
import { checkDraft } from '../../../domain/ad/draft.ts'
import { findFrame, findMaterials, insertAd, lockAd, saveContent } from '../../../domain/ad/store.ts'
import { audit } from '../../../domain/audit/audit.ts'
import type { FeatureServices } from '../../feature.ts'

const facts = (content: AdContent) => ({
  comment: content.comment,
  campType: content.platform,
  urls: content.urls,
  materials: content.materials,
  countries: content.countries,
  adult: content.adult,
  week: content.week,
  dayLimit: wonText(content.dayLimit),
  budgetLimit: wonText(content.budgetLimit),
  minCost: content.minCostWon,
  maxCost: content.maxCostWon,
  appInfo: content.appInfo,
})

export function registerAdWrites({ handle, db, clock }: FeatureServices): void {
  handle(addAd, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const campaign = await findFrame(tx, session.customerId, input.campID)
      if (!campaign) return refuse('NO_PERMISSION')
      const materials = await findMaterials(tx, session.customerId, input.filenames)
      if (!materials) return refuse('NO_PERMISSION')
      const { product, billingType, name } = input
      const content = checkDraft(input, materials, { product, billingType, campaign })
      if (!content.ok) return content
      const ad = { ...content.value, product, billingType, name, campaignId: campaign.id }
      const id = await insertAd(tx, session.customerId, ad, now)
      const row = { actor: session, action: addAd.path, entity: 'ad', entityId: id, at: now }
      const became = { campID: campaign.id, name, product, billingType, ...facts(content.value) }
      await audit(tx, { ...row, became })
      return ok({})
    }),
  )

  handle(modifyAd, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const ad = await lockAd(tx, session.customerId, input.proID)
      if (!ad) return refuse('NO_PERMISSION')
      const may = mayEdit(ad)
      if (!may.ok) return may
      const campaign = await findFrame(tx, session.customerId, ad.campaignId)
      assert(campaign, 'an ad has its campaign')
      const materials = await findMaterials(tx, session.customerId, input.filenames)
      if (!materials) return refuse('NO_PERMISSION')
      const { product, billingType } = ad
      const content = checkDraft(input, materials, { product, billingType, campaign })
      if (!content.ok) return content
      await saveContent(tx, ad, content.value, now)
      const row = { actor: session, action: modifyAd.path, entity: 'ad', entityId: ad.id, at: now }
      await audit(tx, { ...row, was: facts(ad), became: facts(content.value) })
      return ok({})
    }),
  )
}
