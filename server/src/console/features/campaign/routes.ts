import {
  addCampaign,
  campaignSummary,
  getCampaign,
  listAllCampaigns,
  listCampaigns,
  modifyCampaign,
} from '@voltline/contract'
import { type CampaignId, type CustomerId, isoInZone, ok, refuse, won, type Zone } from '@voltline/kernel'
import { audit } from '../../../domain/audit/audit.ts'
import { type Campaign, checkUrls, edit, remainingBudget } from '../../../domain/campaign/campaign.ts'
import {
  allCampaigns,
  type CampaignSummary,
  chooseCampaign,
  findCampaign,
  findCampaignForUpdate,
  insertCampaign,
  type ListedCampaign,
  pageOfCampaigns,
  saveCampaign,
  summaryOf,
} from '../../../domain/campaign/store.ts'
import { findToken, readPostbackEvents, tokenOf } from '../../../domain/postback/token-store.ts'
import type { FeatureServices } from '../../feature.ts'

const toRow = (campaign: ListedCampaign) => ({
  CampID: campaign.id,
  Name: campaign.name,
  CampType: campaign.type,
  Balance: campaign.remainingMicros,
  Promotion: campaign.ads,
  InProgress: campaign.inProgress,
  Complete: campaign.complete,
})

const toDetail = (campaign: Campaign, postback: { token: string; events: string[] }, zone: Zone) => ({
  CampID: campaign.id,
  Name: campaign.name,
  Budget: campaign.budgetMicros,
  CampType: campaign.type,
  DefaultCountry: JSON.stringify({ Country: campaign.countries }),
  DefaultURL_iOS: campaign.urls.ios,
  DefaultURL_AOS: campaign.urls.aos,
  PostbackToken: postback.token,
  PostbackEvents: postback.events,
  RegistTime: isoInZone(campaign.registeredAt, zone),
  UpdateTime: isoInZone(campaign.updatedAt, zone),
})

const toSummary = ({ campaign, ...summary }: CampaignSummary) => ({
  CampID: campaign.id,
  Name: campaign.name,
  Budget: campaign.budgetMicros,
  Spent: campaign.spentMicros,
  Balance: remainingBudget(campaign),
  Promotion: summary.ads,
  Stopped: summary.stopped,
  InProgress: summary.inProgress,
  Winning: summary.winning,
  Complete: summary.complete,
})

/** A campaign as the audit trail records it. */
const audited = (campaign: Pick<Campaign, 'name' | 'urls' | 'countries'>) => ({
  name: campaign.name,
  urls: campaign.urls,
  countries: campaign.countries,
})

function registerReads({ handle, db, secrets }: FeatureServices): void {
  handle(listCampaigns, async ({ input, session }) =>
    db.snapshot(async (tx) => {
      const page = await pageOfCampaigns(tx, session.customerId, { name: input.name, pageNo: input.pageNo })
      return ok({ campaigns: page.campaigns.map(toRow), rowCount: page.rowCount })
    }),
  )

  handle(listAllCampaigns, async ({ session }) => {
    const campaigns = await db.read((reader) => allCampaigns(reader, session.customerId))
    return ok({ campaigns: campaigns.map(({ id, name }) => ({ CampID: id, Name: name })) })
  })

  /** The first look at a campaign creates its token. */
  const createToken = (owner: CustomerId, id: CampaignId) =>
    db.transaction(async (tx) => {
      await findCampaignForUpdate(tx, owner, id)
      return tokenOf(tx, id, secrets)
    })

  handle(getCampaign, async ({ input, session }) => {
    const owner = session.customerId
    const found = await db.read(async (reader) => {
      const campaign = await findCampaign(reader, owner, input.campID)
      if (!campaign) return undefined
      const token = await findToken(reader, campaign.id, secrets)
      return { campaign, token, events: await readPostbackEvents(reader, campaign.id) }
    })
    if (!found) return ok({ campaign: null })
    const { campaign, events } = found
    const token = found.token ?? (await createToken(owner, campaign.id))
    return ok({ campaign: toDetail(campaign, { token, events }, session.zone) })
  })

  handle(campaignSummary, async ({ input, session }) =>
    db.snapshot(async (tx) => {
      const id = await chooseCampaign(tx, session.customerId, input.campID)
      const summary = await summaryOf(tx, session.customerId, id)
      return ok({ campaign: summary ? toSummary(summary) : null })
    }),
  )
}

export function registerCampaigns(services: FeatureServices): void {
  const { handle, db, clock } = services
  registerReads(services)

  handle(addCampaign, async ({ input, session }) => {
    const now = clock.now()
    const urls = checkUrls(input.campType, { aos: input.defaultURL_AOS, ios: input.defaultURL_iOS })
    if (!urls.ok) return urls
    const campaign = {
      name: input.name,
      type: input.campType,
      budgetMicros: won(input.budget),
      urls: urls.value,
      countries: input.defaultCountry,
      comment: input.comment,
      defaultTime: input.defaultTime,
    }
    return db.transaction(async (tx) => {
      const id = await insertCampaign(tx, session.customerId, campaign, now)
      const row = { actor: session, action: addCampaign.path, entity: 'campaign', entityId: id, at: now }
      const became = { ...audited(campaign), campType: campaign.type, budgetWon: input.budget }
      await audit(tx, { ...row, became })
      return ok({})
    })
  })

  handle(modifyCampaign, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const campaign = await findCampaignForUpdate(tx, session.customerId, input.campID)
      if (!campaign) return refuse('NO_PERMISSION')
      const urls = { aos: input.defaultURL_AOS, ios: input.defaultURL_iOS }
      const edited = edit(campaign, { name: input.name, urls, countries: input.defaultCountry }, now)
      if (!edited.ok) return edited
      await saveCampaign(tx, edited.value)
      const row = { actor: session, action: modifyCampaign.path, entity: 'campaign', at: now }
      await audit(tx, {
        ...row,
        entityId: campaign.id,
        was: audited(campaign),
        became: audited(edited.value),
      })
      return ok({})
    }),
  )
}
