import { type ActionType, actionTypes, type TraceStepName, traceSteps } from '@voltline/contract'
import {
  type AdId,
  addDays,
  type Day,
  type Instant,
  instant,
  localDay,
  type MediumId,
  type Micros,
  micros,
  monthOf,
  monthSpan,
  seoul,
  startOfDay,
  utcDay,
  type Zone,
} from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { eventIdOf } from '../events/event-id.ts'
import { decodeEvidence } from '../quality/evidence/evidence.ts'
import { type Offer, offerUuid } from '../tokens/offer-token.ts'
import { firstPayoutAfter, type KeptRows, readKept, readNamedAds, readNamedUnits } from './read-kept.ts'
import type { TracedOffers } from './search.ts'

/** One step of a story. What it does not know is left out. */
export interface Step {
  at: Instant
  step: TraceStepName
  offerId?: string
  eventId?: string
  action?: ActionType
  adId?: AdId
  mediumId?: MediumId
  deviceId?: string
  country?: string
  priceMicros?: Micros
  runnerUp?: boolean
  publisherMicros?: Micros
  networkMicros?: Micros
  userMicros?: Micros
  transferId?: bigint
  status?: string
  rule?: string
  mode?: 'ENFORCE' | 'OBSERVE'
  reason?: string
  userId?: string
  tries?: number
  httpStatus?: number
  requestId?: number
  amountMicros?: Micros
}

const utc = 'UTC' as Zone
const actionOf = (text: string): { action?: ActionType } => {
  const action = actionTypes.find((type) => type === text)
  return action ? { action } : {}
}

/** Request, candidates and price are told by the token, or by the evidence of any event. */
function offerSteps(offer: {
  offerId: string
  issuedAt: Instant
  adId: AdId
  mediumId: MediumId
  deviceId: string
  country: string
  priceMicros: Micros
  runnerUp: boolean
}): Step[] {
  const { issuedAt: at, offerId, adId, mediumId, deviceId, country, priceMicros, runnerUp } = offer
  return [
    { at, step: 'REQUEST', offerId, mediumId, deviceId, country },
    { at, step: 'CANDIDATES', offerId, runnerUp },
    { at, step: 'PRICE', offerId, adId, priceMicros, runnerUp },
  ]
}

const sealedSteps = (sealed: Offer): Step[] =>
  offerSteps({
    ...sealed,
    offerId: offerUuid(sealed),
    country: sealed.country ?? '',
    priceMicros: micros(BigInt(sealed.priceMicros)),
    runnerUp: sealed.isRivalPrice === true,
  })

function rawOfferSteps({ raw }: KeptRows): Step[] {
  const first = new Map(raw.map((event) => [event.offer_id, event]))
  return [...first.values()].flatMap((event) => {
    if (!event.evidence) return []
    const { offerMs, offerCountry, isRivalPrice } = decodeEvidence(event.evidence)
    return offerSteps({
      ...{ offerId: event.offer_id, issuedAt: instant(event.received_at - offerMs) },
      ...{ adId: event.ad_id, mediumId: event.medium_id, deviceId: event.device_id },
      ...{ country: offerCountry, priceMicros: event.price_micros, runnerUp: isRivalPrice },
    })
  })
}

/** Each event once, with what became of it. */
function eventSteps(kept: KeptRows): Step[] {
  const steps = new Map<string, Step>()
  const add = (
    row: { offer_id: string; action: string; received_at: Instant },
    status: string,
    more: Partial<Step> = {},
  ) => {
    const action = actionOf(row.action)
    const eventId = action.action ? eventIdOf({ offerId: row.offer_id, action: action.action }) : row.offer_id
    if (steps.has(eventId)) return
    steps.set(eventId, {
      at: row.received_at,
      step: 'EVENT',
      offerId: row.offer_id,
      eventId,
      ...action,
      status,
      ...more,
    })
  }
  const placed = (row: {
    ad_id: AdId | null
    medium_id: MediumId | null
    device_id: string | null
  }): Partial<Step> => ({
    ...(row.ad_id === null ? {} : { adId: row.ad_id }),
    ...(row.medium_id === null ? {} : { mediumId: row.medium_id }),
    ...(row.device_id === null ? {} : { deviceId: row.device_id }),
  })
  for (const row of kept.charges) add(row, 'CHARGED', placed(row))
  for (const row of kept.uncharged) add(row, row.status, placed(row))
  for (const row of kept.waiting) add(row, 'WAITING', placed(row))
  for (const row of kept.counted) add(row, 'COUNTED')
  for (const row of kept.raw) add(row, 'RECEIVED', placed(row))
  return [...steps.values()]
}

function verdictSteps({ judged, uncharged }: KeptRows): Step[] {
  const isJudged = new Set(judged.map((row) => `${row.offer_id} ${row.action}`))
  return [
    ...judged.map(
      (row): Step => ({
        ...{ at: row.received_at, step: 'VERDICT', offerId: row.offer_id, rule: row.rule, mode: row.mode },
        ...actionOf(row.action),
      }),
    ),
    ...uncharged
      .filter((row) => row.status === 'INVALID' && !isJudged.has(`${row.offer_id} ${row.action}`))
      .map(
        (row): Step => ({
          ...{ at: row.received_at, step: 'VERDICT', offerId: row.offer_id, action: row.action },
          ...{ rule: row.rule, mode: 'ENFORCE' },
        }),
      ),
  ]
}

const moneySteps = ({ charges, corrections, callbacks }: KeptRows): Step[] => [
  ...charges.map(
    (row): Step => ({
      ...{ at: row.received_at, step: 'CHARGE', offerId: row.offer_id, action: row.action },
      ...{
        priceMicros: row.price_micros,
        publisherMicros: row.publisher_micros,
        userMicros: row.user_micros,
      },
      networkMicros: micros(row.price_micros - row.publisher_micros - row.user_micros),
      ...{ transferId: row.transfer_id, runnerUp: row.runner_up, country: row.country },
    }),
  ),
  ...callbacks.map(
    (row): Step => ({
      ...{
        at: row.watched_at,
        step: 'CALLBACK',
        offerId: row.event_id,
        mediumId: row.medium_id,
        userId: row.user_id,
      },
      ...{ status: row.status, tries: row.tries, httpStatus: row.http_status },
    }),
  ),
  ...corrections.map(
    (row): Step => ({
      ...{ at: row.corrected_at, step: 'CORRECTION', offerId: row.offer_id, action: row.action },
      ...{ priceMicros: row.price_micros, transferId: row.transfer_id, reason: row.reason },
      ...(row.rule === null ? {} : { rule: row.rule }),
    }),
  ),
]

/** The first payouts that can hold what the charges earned: those after the end of their months. */
async function payoutSteps(session: ReadSession, { charges }: KeptRows): Promise<Step[]> {
  const units = await readNamedUnits(
    session,
    charges.flatMap((row) => row.medium_id ?? []),
  )
  const publisherOf = new Map(units.map((unit) => [unit.medium_id, unit.customer_id]))
  const steps = new Map<number, Step>()
  const asked = new Set<string>()
  for (const { medium_id: mediumId, received_at: at } of charges) {
    const publisher = mediumId === null ? undefined : publisherOf.get(mediumId)
    const { to } = monthSpan(monthOf(localDay(at, seoul)), seoul)
    if (publisher === undefined || asked.has(`${publisher} ${to}`)) continue
    asked.add(`${publisher} ${to}`)
    const payout = await firstPayoutAfter(session, publisher, to)
    if (!payout) continue
    const { request_id: requestId, status, amount_won: amount } = payout
    const step = 'PAYOUT' as const
    const amountMicros = micros(BigInt(amount) * 1_000_000n)
    steps.set(requestId, {
      at: payout.answered_at ?? payout.requested_at,
      step,
      requestId,
      status,
      amountMicros,
    })
  }
  return [...steps.values()]
}

/** When the raw events of offers issued on these days were dropped. */
function goneSteps(days: ReadonlySet<Day>, { now, eventDays }: { now: Instant; eventDays: number }): Step[] {
  const dropped = [...days].filter((day) => day < addDays(utcDay(now), -eventDays))
  return dropped.map((day) => ({ at: startOfDay(addDays(day, eventDays + 1), utc), step: 'GONE' }))
}

const orderOf = ({ step }: Step): number => traceSteps.indexOf(step)

/** Everything that is known about offers, in time order; empty if nothing is. */
export async function storyOf(
  session: ReadSession,
  traced: TracedOffers,
  limits: { now: Instant; eventDays: number },
): Promise<Step[]> {
  const kept = await readKept(session, traced)
  const { sealed } = traced
  const known = [...kept.charges, ...kept.uncharged, ...kept.raw, ...kept.counted].map((row) => row.issue_day)
  const days = new Set(sealed ? [utcDay(sealed.issuedAt), ...known] : known)
  const steps = [
    ...(sealed ? sealedSteps(sealed) : rawOfferSteps(kept)),
    ...eventSteps(kept),
    ...verdictSteps(kept),
    ...moneySteps(kept),
    ...(await payoutSteps(session, kept)),
    ...goneSteps(days, limits),
  ]
  return steps.sort((a, b) => a.at - b.at || orderOf(a) - orderOf(b))
}

/** The names that steps show beside their numbers. */
export async function namesOf(session: ReadSession, steps: readonly Step[]) {
  const ads = await readNamedAds(session, [...new Set(steps.flatMap((step) => step.adId ?? []))])
  const units = await readNamedUnits(session, [...new Set(steps.flatMap((step) => step.mediumId ?? []))])
  return {
    ads: new Map(ads.map((ad) => [ad.ad_id, ad])),
    units: new Map(units.map((unit) => [unit.medium_id, unit])),
  }
}
