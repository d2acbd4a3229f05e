import type { CustomerId, Instant, MediumId } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { MediumCallbackRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import type { Secrets } from '../../platform/secrets.ts'

const purpose = 'callback-secret'

/** Where the rewards of a unit are reported, and the secret that signs the reports. */
export interface CallbackSetup {
  mediumId: MediumId
  url: string
  active: boolean
  secret: string
}

type SetupRow = Pick<MediumCallbackRow, 'medium_id' | 'url' | 'active' | 'sealed_secret'>

/** Filtered by owner: another publisher's unit does not exist for this query. */
export const findCallback = (
  session: ReadSession,
  { owner, mediumId }: { owner: CustomerId; mediumId: number },
  secrets: Secrets,
): Promise<CallbackSetup | undefined> =>
  session.maybeOne(
    (row) => ({
      mediumId: row.medium_id,
      url: row.url,
      active: row.active,
      secret: openSecret(secrets, row.sealed_secret),
    }),
    sql<SetupRow>`
    select c.medium_id, c.url, c.active, c.sealed_secret
      from medium_callback c join medium using (medium_id) join app a using (app_id)
     where a.customer_id = ${owner} and c.medium_id = ${mediumId}`,
  )

export const openSecret = (secrets: Secrets, sealed: Buffer): string => secrets.open(purpose, sealed)

/** A secret that is already there is kept. */
export const saveCallback = (
  tx: Tx,
  setup: CallbackSetup,
  { secrets, now }: { secrets: Secrets; now: Instant },
) =>
  tx.run(sql`
    insert into medium_callback (medium_id, url, host, active, sealed_secret, updated_at)
    values (${setup.mediumId}, ${setup.url}, ${new URL(setup.url).host}, ${setup.active},
            ${secrets.seal(purpose, setup.secret)}, ${at(now)})
        on conflict (medium_id) do update
       set url = excluded.url, host = excluded.host, active = excluded.active, updated_at = excluded.updated_at`)

const sealedPerRun = 100

/** Seals with the current key what a former one sealed. Returns how many there were, at most 100. */
export async function sealCallbackSecrets(tx: Tx, secrets: Secrets): Promise<number> {
  const found = await tx.rows(sql<Pick<MediumCallbackRow, 'medium_id' | 'sealed_secret'>>`
    select medium_id, sealed_secret from medium_callback
     where substring(sealed_secret for ${secrets.keyId.length}) <> ${secrets.keyId}
     order by medium_id limit ${sealedPerRun} for update skip locked`)
  for (const row of found) {
    const sealed = secrets.seal(purpose, openSecret(secrets, row.sealed_secret))
    await tx.run(sql`update medium_callback set sealed_secret = ${sealed} where medium_id = ${row.medium_id}`)
  }
  return found.length
}
