import type { ActionType, Product } from '@voltline/contract'
import { type Day, type Micros, micros } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { AdRow, AppRow, ChargeRow, CustomerRow, MediumRow } from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'

/** What an ad cost the advertiser, and who got it. */
export interface OfferCharge {
  action: ActionType
  priceMicros: Micros
  publisherMicros: Micros
  networkMicros: Micros
  userMicros: Micros
  isCorrected: boolean
}

/** Who is behind an offered ad. */
export interface OfferParties {
  company: string
  adName: string
  appName: string
  product: Product
}

type PartiesRow = Pick<MediumRow, 'product'> & {
  company: CustomerRow['company']
  ad_name: AdRow['name']
  app_name: AppRow['name']
}

/** Undefined if the ad or the unit is not known. */
export const findParties = (
  session: ReadSession,
  offer: { adId: number; mediumId: number },
): Promise<OfferParties | undefined> =>
  session.maybeOne(
    (row) => ({
      company: row.company,
      adName: row.ad_name,
      appName: row.app_name,
      product: row.product,
    }),
    sql<PartiesRow>`
    select c.company, a.name as ad_name, p.name as app_name, m.product
      from ad a join customer c using (customer_id), medium m join app p using (app_id)
     where a.ad_id = ${offer.adId} and m.medium_id = ${offer.mediumId}`,
  )

type OfferChargeRow = Pick<ChargeRow, 'action' | 'price_micros' | 'publisher_micros' | 'user_micros'> & {
  is_corrected: boolean
}

export const chargesOfOffer = (
  session: ReadSession,
  offer: { issueDay: Day; offerId: string },
): Promise<OfferCharge[]> =>
  session.many(
    (row) => ({
      action: row.action,
      priceMicros: row.price_micros,
      publisherMicros: row.publisher_micros,
      networkMicros: micros(row.price_micros - row.publisher_micros - row.user_micros),
      userMicros: row.user_micros,
      isCorrected: row.is_corrected,
    }),
    sql<OfferChargeRow>`
    select h.action, h.price_micros, h.publisher_micros, h.user_micros, k.offer_id is not null as is_corrected
      from charge h left join corrected_charge k using (issue_day, offer_id, action)
     where h.issue_day = ${offer.issueDay} and h.offer_id = ${offer.offerId}
     order by h.received_at`,
  )
