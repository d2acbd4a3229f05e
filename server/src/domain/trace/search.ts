import { addDays, type Day, day, type Instant, instant, utcDay } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { ChargeRow, CorrectedChargeRow, RewardCallbackRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { readEventId } from '../events/event-id.ts'
import { rawEventsOfDevice } from '../events/postgres/postgres-trace.ts'
import { type Offer, offerUuid } from '../tokens/offer-token.ts'

/** Of one search; the latest. */
const offersMax = 50
/** Charges are kept for ever, but are searched this far back unless the day is known. */
const chargeDaysMax = 400

/** What a search is about. */
export interface TracedOffers {
  offers: string[]
  /** The days on which they may have been issued. */
  days: Day[]
  /** If a token was searched for: its content. */
  sealed?: Offer
}

interface SearchServices {
  now: Instant
  eventDays: number
  /** The content of a token or a click id. */
  open: (text: string) => Offer | undefined
}

const lastDays = (now: Instant, count: number): Day[] =>
  Array.from({ length: count + 2 }, (_, index) => addDays(utcDay(now), 1 - index))

interface OfferRow {
  offer_id: ChargeRow['offer_id']
  issue_day: ChargeRow['issue_day']
}

const toTraced = (rows: readonly OfferRow[]): TracedOffers => ({
  offers: [...new Set(rows.map((row) => row.offer_id))],
  days: [...new Set(rows.map((row) => row.issue_day))],
})

const transferPattern = /^\d{1,18}$/

/** The offers whose charges a transfer moved or reversed. */
async function byTransfer(session: ReadSession, text: string): Promise<TracedOffers> {
  const id = BigInt(text)
  const charged = await session.rows(sql<OfferRow>`
    select offer_id, issue_day from charge where transfer_id = ${id} order by received_at desc limit ${offersMax}`)
  if (charged.length > 0) return toTraced(charged)
  return toTraced(
    await session.rows(sql<Pick<CorrectedChargeRow, 'offer_id' | 'issue_day'>>`
      select offer_id, issue_day from corrected_charge where transfer_id = ${id} limit ${offersMax}`),
  )
}

async function byDevice(
  session: ReadSession,
  device: string,
  { now, eventDays }: SearchServices,
): Promise<TracedOffers> {
  const raw = await rawEventsOfDevice(session, device, { days: lastDays(now, eventDays), rowsMax: offersMax })
  const since = at(instant(now - eventDays * day))
  const kept = await session.rows(sql<OfferRow & Pick<ChargeRow, 'received_at'>>`
    (select offer_id, issue_day, received_at from charge
      where received_at >= ${since}::timestamptz and device_id = ${device} order by received_at desc limit ${offersMax})
     union all
    (select offer_id, issue_day, received_at from uncharged_event
      where issue_day >= ${utcDay(instant(now - eventDays * day))}::date and device_id = ${device}
      order by received_at desc limit ${offersMax})`)
  const latest = [...raw, ...kept].sort((a, b) => b.received_at - a.received_at).slice(0, offersMax)
  return toTraced(latest)
}

async function byUser(session: ReadSession, user: string, { now }: SearchServices): Promise<TracedOffers> {
  const rows = await session.rows(sql<Pick<RewardCallbackRow, 'event_id' | 'watched_at'>>`
    select event_id, watched_at from reward_callback
     where user_id = ${user} and watched_at >= ${at(instant(now - chargeDaysMax * day))}::timestamptz
     order by watched_at desc limit ${offersMax}`)
  // A watch follows its offer within an hour.
  const days = rows.flatMap((row) => [utcDay(row.watched_at), addDays(utcDay(row.watched_at), -1)])
  return { offers: rows.map((row) => row.event_id), days: [...new Set(days)] }
}

/** Finds the offers that a text stands for: whatever an operator was given. */
export async function searchOffers(
  session: ReadSession,
  text: string,
  services: SearchServices,
): Promise<TracedOffers> {
  const sealed = services.open(text)
  if (sealed) return { offers: [offerUuid(sealed)], days: [utcDay(sealed.issuedAt)], sealed }
  const event = readEventId(text.toLowerCase().replace(/\.[a-z]+$/, (action) => action.toUpperCase()))
  if (event) return { offers: [event.offerId], days: lastDays(services.now, chargeDaysMax) }
  if (transferPattern.test(text)) {
    const moved = await byTransfer(session, text)
    if (moved.offers.length > 0) return moved
  }
  const ofDevice = await byDevice(session, text, services)
  return ofDevice.offers.length > 0 ? ofDevice : byUser(session, text, services)
}
