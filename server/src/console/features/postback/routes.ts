import { listPostbacks, renewPostbackToken, savePostbackEvents } from '@voltline/contract'
import { isoInZone, ok, refuse } from '@voltline/kernel'
import { hasConfirmedPassword } from '../../../domain/account/session/session.ts'
import { audit } from '../../../domain/audit/audit.ts'
import { findCampaignForUpdate } from '../../../domain/campaign/store.ts'
import { countPostbacks, listPostbacks as readPostbacks } from '../../../domain/postback/log-store.ts'
import {
  readPostbackEvents,
  renewToken,
  savePostbackEvents as saveEvents,
} from '../../../domain/postback/token-store.ts'
import type { FeatureServices } from '../../feature.ts'

export function registerCampaignPostbacks({ handle, db, clock, secrets }: FeatureServices): void {
  handle(renewPostbackToken, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const campaign = await findCampaignForUpdate(tx, session.customerId, input.campID)
      if (!campaign) return refuse('NO_PERMISSION')
      if (!hasConfirmedPassword(session, now)) return refuse('INVALID_PW')
      const token = await renewToken(tx, campaign.id, { secrets, now })
      const row = { actor: session, action: renewPostbackToken.path, entity: 'campaign', at: now }
      await audit(tx, { ...row, entityId: campaign.id })
      return ok({ token })
    }),
  )

  handle(savePostbackEvents, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const campaign = await findCampaignForUpdate(tx, session.customerId, input.campID)
      if (!campaign) return refuse('NO_PERMISSION')
      const was = await readPostbackEvents(tx, campaign.id)
      await saveEvents(tx, campaign.id, input.events, now)
      const row = { actor: session, action: savePostbackEvents.path, entity: 'campaign', at: now }
      await audit(tx, {
        ...row,
        entityId: campaign.id,
        was: { events: was },
        became: { events: input.events },
      })
      return ok({})
    }),
  )

  handle(listPostbacks, async ({ input, session }) => {
    const mine = { owner: session.customerId, campaignId: input.campID }
    return db.snapshot(async (reader) => {
      const postbacks = await readPostbacks(reader, mine, input.pageNo)
      return ok({
        postbacks: postbacks.map((postback) => ({
          Time: isoInZone(postback.receivedAt, session.zone),
          Kind: postback.kind,
          ClickID: postback.clickId,
          Event: postback.event,
          Counted: postback.counted ? (1 as const) : (0 as const),
          Reason: postback.reason,
        })),
        rowCount: await countPostbacks(reader, mine),
      })
    })
  })
}
