import type { AdId } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import { raw, sql } from '../../../platform/database/sql.ts'
import type { AdState } from './ad-state.ts'
import { type AdTextRow, adFromText, adTextColumns } from './ad-text.ts'
import { changedSince, pageRowsMax, type Since } from './changes.ts'

/**
 * All ads in progress, as one query whose result is fetched page by page. One query per page scanned a table without
 * statistics a hundred times.
 */
export async function openLiveAds(session: ReadSession): Promise<() => Promise<AdState[]>> {
  await session.rows(sql`
    declare live_ads no scroll cursor for select ${adTextColumns} from ad a where a.status = 'INPROGRESS'`)
  return () => session.many(adFromText, raw<AdTextRow>(`fetch ${pageRowsMax} from live_ads`))
}

/** Ads of any status that may have changed: delivery must also notice that an ad was stopped. */
export const readChangedAds = (
  session: ReadSession,
  page: { since: Since; after: AdState | undefined },
): Promise<AdState[]> =>
  session.many(
    adFromText,
    sql<AdTextRow>`
    select ${adTextColumns} from ad a
     where a.ad_id > ${page.after?.id ?? 0} and ${changedSince(page.since)}
     order by a.ad_id limit ${pageRowsMax}`,
  )

/** One ad of any status: clicks and checks may come after it was stopped. */
export const readAd = (session: ReadSession, id: AdId): Promise<AdState | undefined> =>
  session.maybeOne(adFromText, sql<AdTextRow>`select ${adTextColumns} from ad a where a.ad_id = ${id}`)
