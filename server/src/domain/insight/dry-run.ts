import type { AdReviewMode, InsightReason, NoServeReason, Platform, Product } from '@voltline/contract'
import {
  type CustomerId,
  type Instant,
  instant,
  localTime,
  type Micros,
  type MicrosNumber,
  microsNumber,
} from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { AppRow, CustomerRow, MediumRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { type Candidate, type LocalMoment, noServeReason } from '../auction/eligible.ts'
import type { AdState } from '../auction/live/ad-state.ts'
import { type AdTextRow, adFromText, adTextColumns } from '../auction/live/ad-text.ts'

/** A unit with what decides whether it may request ads at all. */
export interface TriedUnit {
  owner: CustomerId
  product: Product
  platform: Platform
  allowsAdult: boolean
  /** Why it gets no ads, whatever there is. */
  closedBecause: InsightReason | undefined
}

type UnitRow = Pick<MediumRow, 'product' | 'active'> &
  Pick<AppRow, 'platform' | 'adult' | 'approval'> & { has_key: boolean; blocked: boolean }

function closedBecause(row: UnitRow): InsightReason | undefined {
  if (!row.has_key) return 'key_revoked'
  if (!row.active || row.blocked) return 'unit_closed'
  return row.approval ? undefined : 'review'
}

/** Filtered by owner: another customer's unit does not exist for this query. */
export const findTriedUnit = (
  session: ReadSession,
  owner: CustomerId,
  id: number,
): Promise<TriedUnit | undefined> =>
  session.maybeOne(
    (row) => ({
      ...{ owner, product: row.product, platform: row.platform, allowsAdult: row.adult },
      closedBecause: closedBecause(row),
    }),
    sql<UnitRow>`
    select m.product, m.active, p.platform, p.adult, p.approval, p.api_key_hash is not null as has_key,
           c.blocked_at is not null as blocked
      from medium m join app p using (app_id) join customer c on c.customer_id = p.customer_id
     where m.medium_id = ${id} and p.customer_id = ${owner}`,
  )

type CandidateRow = AdTextRow &
  Pick<CustomerRow, 'timezone'> & {
    blocked: boolean
    cash_micros: Micros
    campaign_micros: Micros
    day_micros: Micros
  }

interface Tried extends Candidate {
  state: AdState
  moment: LocalMoment
}

const nothing = 0 as MicrosNumber
/** Only one spending day is read, so its start may be any instant. */
const today = instant(0)

function toCandidate(row: CandidateRow, now: Instant): Tried {
  const state = adFromText(row)
  const { weekday, hour } = localTime(now, row.timezone)
  const cashMicros = microsNumber(row.cash_micros)
  const remainingMicros = microsNumber(row.campaign_micros)
  const spentMicros = microsNumber(row.day_micros)
  return {
    id: state.id,
    state,
    advertiser: { id: state.customerId, blocked: row.blocked, cashMicros, promisedMicros: nothing },
    campaign: { remainingMicros, promisedMicros: nothing },
    promises: { promisedMicros: nothing, promisedTodayMicros: nothing },
    spentDays: [{ startsAt: today, spentMicros }],
    moment: { weekday, hour, dayStartsAt: today },
  }
}

/** Ads in progress for a product and platform, without what is promised: nobody but delivery knows it. */
const readCandidates = (
  session: ReadSession,
  { product, platform }: Pick<TriedUnit, 'product' | 'platform'>,
  now: Instant,
): Promise<Tried[]> =>
  session.many(
    (row) => toCandidate(row, now),
    sql<CandidateRow>`
    select ${adTextColumns}, owner.timezone, owner.blocked_at is not null as blocked,
           coalesce(cash.balance_micros, 0) as cash_micros, c.budget_micros - c.spent_micros as campaign_micros,
           coalesce(d.spent_micros, 0) as day_micros
      from ad a
      join campaign c using (campaign_id)
      join customer owner on owner.customer_id = a.customer_id
      left join ledger_account cash on cash.kind = 'CASH' and cash.customer_id = a.customer_id
      left join ad_day d on d.ad_id = a.ad_id and d.day_starts_at <= ${at(now)} and d.day_ends_at > ${at(now)}
     where a.status = 'INPROGRESS' and a.product = ${product} and a.camp_type in (${platform}, 'BOTH')`,
  )

function reasonOf(
  ad: Tried,
  request: { country: string; allowsAdult: boolean },
  adReview: AdReviewMode,
): NoServeReason | undefined {
  const own = noServeReason(ad, ad.moment, adReview)
  if (own) return own
  const { countries, adult } = ad.state
  if (countries !== 'Global' && !countries.includes(request.country)) return 'country'
  return adult && !request.allowsAdult ? 'adult' : undefined
}

export interface DryRun {
  candidates: number
  /** Ads by the reason why they could not serve. */
  reasons: Partial<Record<InsightReason, number>>
}

/** What a request of the unit would find now, frequency caps left out. */
export async function dryRun(
  session: ReadSession,
  unit: TriedUnit,
  terms: { country: string; adReview: AdReviewMode; playground: readonly CustomerId[]; now: Instant },
): Promise<DryRun> {
  const { country, adReview, playground, now } = terms
  const isOfPlayground = playground.includes(unit.owner)
  const reasons: DryRun['reasons'] = {}
  let candidates = 0
  for (const ad of await readCandidates(session, unit, now)) {
    // The playground's market is one of its own.
    if (playground.includes(ad.advertiser.id) !== isOfPlayground) continue
    const reason = reasonOf(ad, { country, allowsAdult: unit.allowsAdult }, adReview)
    if (reason) reasons[reason] = (reasons[reason] ?? 0) + 1
    else candidates++
  }
  if (!unit.closedBecause) return { candidates, reasons }
  return { candidates: 0, reasons: { ...reasons, [unit.closedBecause]: Math.max(1, candidates) } }
}
