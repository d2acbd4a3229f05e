import { type AdId, after, type CampaignId, day, type Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { CampaignRow, PostbackTokenRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { randomToken, type Secrets, sameBytes } from '../../platform/secrets.ts'

const purpose = 'postback-token'
/** How long a renewed token is still accepted. */
const formerTokenMs = day

export const findToken = (
  session: ReadSession,
  campaignId: CampaignId,
  secrets: Secrets,
): Promise<string | undefined> =>
  session.maybeOne(
    (row) => secrets.open(purpose, row.sealed_token),
    sql<Pick<PostbackTokenRow, 'sealed_token'>>`
    select sealed_token from postback_token where campaign_id = ${campaignId} and valid_until is null`,
  )

/** The campaign's token; the first look at it creates it. The caller has locked the campaign. */
export async function tokenOf(tx: Tx, campaignId: CampaignId, secrets: Secrets): Promise<string> {
  const known = await findToken(tx, campaignId, secrets)
  if (known !== undefined) return known
  const token = randomToken(24)
  await tx.run(sql`
    insert into postback_token (campaign_id, sealed_token) values (${campaignId}, ${secrets.seal(purpose, token)})`)
  return token
}

/** The old token stays valid for a day. The caller has locked the campaign. */
export async function renewToken(
  tx: Tx,
  campaignId: CampaignId,
  { secrets, now }: { secrets: Secrets; now: Instant },
): Promise<string> {
  await tx.run(sql`
    update postback_token set valid_until = ${at(after(now, formerTokenMs))}
     where campaign_id = ${campaignId} and valid_until is null`)
  return tokenOf(tx, campaignId, secrets)
}

export const savePostbackEvents = (tx: Tx, campaignId: CampaignId, events: readonly string[], now: Instant) =>
  tx.run(sql`
    update campaign set postback_events = ${events}, updated_at = ${at(now)} where campaign_id = ${campaignId}`)

export const readPostbackEvents = (session: ReadSession, campaignId: CampaignId): Promise<string[]> =>
  session.one(
    (row) => row.postback_events,
    sql<Pick<CampaignRow, 'postback_events'>>`
    select postback_events from campaign where campaign_id = ${campaignId}`,
  )

/** The campaign of a postback and what it accepts. */
export interface PostbackCampaign {
  campaignId: CampaignId
  /** Empty: every event bills. */
  events: readonly string[]
  /** Compared in constant time with every token that is valid now. */
  accepts(token: string): boolean
}

type AcceptedRow = Pick<CampaignRow, 'campaign_id' | 'postback_events'> & { sealed_tokens: Buffer[] }

/** Read for every postback, so that a change applies at once; postbacks are few. */
export const findPostbackCampaign = (
  session: ReadSession,
  adId: AdId,
  { secrets, now }: { secrets: Secrets; now: Instant },
): Promise<PostbackCampaign | undefined> =>
  session.maybeOne(
    (row) => ({
      campaignId: row.campaign_id,
      events: row.postback_events,
      accepts: (token) =>
        row.sealed_tokens.some((sealed) =>
          sameBytes(Buffer.from(secrets.open(purpose, sealed)), Buffer.from(token)),
        ),
    }),
    sql<AcceptedRow>`
    select c.campaign_id, c.postback_events,
           array(select t.sealed_token from postback_token t
                  where t.campaign_id = c.campaign_id and (t.valid_until is null or t.valid_until > ${at(now)}))
             as sealed_tokens
      from ad a join campaign c using (campaign_id) where a.ad_id = ${adId}`,
  )

export const deleteExpiredTokens = (tx: Tx, now: Instant): Promise<number> =>
  tx.run(sql`delete from postback_token where valid_until <= ${at(now)}`)

const sealedPerRun = 100

/** Seals with the current key what a former one sealed. Returns how many there were, at most 100. */
export async function sealPostbackTokens(tx: Tx, secrets: Secrets): Promise<number> {
  const found = await tx.rows(sql<Pick<PostbackTokenRow, 'token_id' | 'sealed_token'>>`
    select token_id, sealed_token from postback_token
     where substring(sealed_token for ${secrets.keyId.length}) <> ${secrets.keyId}
     order by token_id limit ${sealedPerRun} for update skip locked`)
  for (const row of found) {
    const sealed = secrets.seal(purpose, secrets.open(purpose, row.sealed_token))
    await tx.run(sql`update postback_token set sealed_token = ${sealed} where token_id = ${row.token_id}`)
  }
  return found.length
}
