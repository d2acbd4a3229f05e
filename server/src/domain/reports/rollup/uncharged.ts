import { type AdId, type CampaignId, type Day, type Micros, micros } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { DayRange } from './quarter.ts'
import { type AdScope, ownAds, piecesTable } from './read-figures.ts'

/** What cost the advertiser nothing. */
export interface UnchargedFigures {
  /** Prices of corrected events, which were credited. */
  correctedMicros: Micros
  /** Events that did not count. */
  invalid: number
}

interface UnchargedDay extends UnchargedFigures {
  adId: AdId
  campaignId: CampaignId
  day: Day
}

/** Few ads have any, so they are rows of their own rather than columns of the rollups. */
export const readUncharged = (
  session: ReadSession,
  scope: AdScope,
  range: DayRange,
): Promise<UnchargedDay[]> =>
  session.many(
    (row) => ({
      ...{ adId: row.ad_id, campaignId: row.campaign_id, day: row.day },
      ...{ correctedMicros: row.corrected_micros, invalid: Number(row.invalid) },
    }),
    sql<{ ad_id: AdId; campaign_id: CampaignId; day: Day; corrected_micros: Micros; invalid: bigint }>`
    select a.ad_id, a.campaign_id, piece.day,
           sum(u.corrected_micros)::bigint as corrected_micros, sum(u.invalid)::bigint as invalid
      from ad a
      join (select ad_id, utc_day, quarter, corrected_micros, 0::bigint as invalid from ad_corrected
             union all
            select ad_id, utc_day, quarter, 0, count from ad_invalid_rollup) as u using (ad_id)
      join ${piecesTable(range)}
        on piece.utc_day = u.utc_day and u.quarter between piece.first and piece.last
     where ${ownAds(scope)}
     group by a.ad_id, a.campaign_id, piece.day`,
  )

/** What was corrected or invalid in a report, by campaign, ad or day. */
export class Uncharged {
  readonly #days: readonly UnchargedDay[]

  constructor(days: readonly UnchargedDay[]) {
    this.#days = days
  }

  of(which: Partial<Pick<UnchargedDay, 'adId' | 'campaignId' | 'day'>>): UnchargedFigures {
    const matching = this.#days.filter(
      (day) =>
        (which.adId === undefined || day.adId === which.adId) &&
        (which.campaignId === undefined || day.campaignId === which.campaignId) &&
        (which.day === undefined || day.day === which.day),
    )
    return {
      correctedMicros: micros(matching.reduce((sum, day) => sum + day.correctedMicros, 0n)),
      invalid: matching.reduce((sum, day) => sum + day.invalid, 0),
    }
  }
}
