import { type AdId, type CampaignId, type Day, type Micros, micros } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { DayRange } from './quarter.ts'
import { type AdScope, ownAds, piecesTable } from './read-figures.ts'

/** The prices of an ad's events of one local day that were corrected. */
export interface CorrectedDay {
  adId: AdId
  campaignId: CampaignId
  day: Day
  correctedMicros: Micros
}

/** Few ads have any, so they are rows of their own rather than columns of the rollups. */
export const readCorrected = (
  session: ReadSession,
  scope: AdScope,
  range: DayRange,
): Promise<CorrectedDay[]> =>
  session.many(
    (row) => ({
      ...{ adId: row.ad_id, campaignId: row.campaign_id },
      ...{ day: row.day, correctedMicros: row.corrected_micros },
    }),
    sql<{ ad_id: AdId; campaign_id: CampaignId; day: Day; corrected_micros: Micros }>`
    select a.ad_id, a.campaign_id, piece.day, sum(c.corrected_micros)::bigint as corrected_micros
      from ad_corrected c
      join ad a using (ad_id)
      join ${piecesTable(range)}
        on piece.utc_day = c.utc_day and c.quarter between piece.first and piece.last
     where ${ownAds(scope)}
     group by a.ad_id, a.campaign_id, piece.day`,
  )

/** What was corrected in a report, by campaign, ad or day. */
export class Corrected {
  readonly #days: readonly CorrectedDay[]

  constructor(days: readonly CorrectedDay[]) {
    this.#days = days
  }

  of(which: Partial<Pick<CorrectedDay, 'adId' | 'campaignId' | 'day'>>): Micros {
    const matching = this.#days.filter(
      (day) =>
        (which.adId === undefined || day.adId === which.adId) &&
        (which.campaignId === undefined || day.campaignId === which.campaignId) &&
        (which.day === undefined || day.day === which.day),
    )
    return micros(matching.reduce((sum, day) => sum + day.correctedMicros, 0n))
  }
}
