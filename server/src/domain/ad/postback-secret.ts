import type { AdId, CustomerId, Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { CustomerRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import type { Secrets } from '../../platform/secrets.ts'

const purpose = 'postback-secret'

/** The secret with which an advertiser's measurement partner signs postbacks. */
export const readPostbackSecret = (
  session: ReadSession,
  owner: CustomerId,
  secrets: Secrets,
): Promise<string> =>
  session.one(
    (row) => secrets.open(purpose, row.postback_secret),
    sql<Pick<CustomerRow, 'postback_secret'>>`
    select postback_secret from customer where customer_id = ${owner}`,
  )

export const savePostbackSecret = (
  tx: Tx,
  owner: CustomerId,
  secret: { text: string; secrets: Secrets; now: Instant },
) =>
  tx.run(sql`
    update customer set postback_secret = ${secret.secrets.seal(purpose, secret.text)}, updated_at = ${at(secret.now)}
     where customer_id = ${owner}`)

/** The secret of an ad's advertiser; undefined if there is no such ad. */
export const findSecretOfAd = (
  session: ReadSession,
  adId: AdId,
  secrets: Secrets,
): Promise<string | undefined> =>
  session.maybeOne(
    (row) => secrets.open(purpose, row.postback_secret),
    sql<Pick<CustomerRow, 'postback_secret'>>`
    select c.postback_secret from ad a join customer c using (customer_id) where a.ad_id = ${adId}`,
  )

const sealedPerRun = 100

/** Seals with the current key what a former one sealed. Returns how many there were, at most 100. */
export async function sealPostbackSecrets(tx: Tx, secrets: Secrets): Promise<number> {
  const found = await tx.rows(sql<Pick<CustomerRow, 'customer_id' | 'postback_secret'>>`
    select customer_id, postback_secret from customer
     where length(postback_secret) > 0 and substring(postback_secret for ${secrets.keyId.length}) <> ${secrets.keyId}
     order by customer_id limit ${sealedPerRun} for update skip locked`)
  for (const row of found) {
    const sealed = secrets.seal(purpose, secrets.open(purpose, row.postback_secret))
    await tx.run(sql`update customer set postback_secret = ${sealed} where customer_id = ${row.customer_id}`)
  }
  return found.length
}
