import { createHmac } from 'node:crypto'
import {
  type ActionType,
  billedOn,
  type DemoBid,
  type DemoDecision,
  type DemoEvent,
  demoInstall,
  demoVisit,
} from '@voltline/contract'
import { assert, type CustomerId, type Instant, isoInZone, utcDay, type Zone } from '@voltline/kernel'
import type { ReadSession, Row } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { uuid } from '../http/event.ts'
import { answerPostback, secretOf } from '../http/postback.ts'
import { reaching, type Serving } from '../http/serving.ts'
import { type Answer, answer, forbidden, unreadable } from '../http/wire.ts'
import type { App } from '../snapshot/records.ts'
import type { ExplainedBid, Explanation, Explanations } from './explanations.ts'

const decisionsMax = 30
const utc = 'UTC' as Zone
const notFound = answer(200, { error: 'AD_NOTFOUND' })

/** An ad of the playground's advertisers, running or not. */
interface KnownAd {
  id: number
  name: string
  advertiser: string
  product: string
  platform: string
  billingType: DemoBid['billingType']
  status: string
}

const readAds = (session: ReadSession, owners: readonly CustomerId[]): Promise<KnownAd[]> =>
  session.many(
    (row) => ({
      id: row.ad_id as number,
      name: row.name as string,
      advertiser: row.company as string,
      product: row.product as string,
      platform: row.camp_type as string,
      billingType: row.billing_type as DemoBid['billingType'],
      status: row.status as string,
    }),
    sql`select a.ad_id, a.name, c.company, a.product, a.camp_type, a.billing_type, a.status
          from ad a join customer c using (customer_id)
         where a.customer_id = any(${owners}::int[]) order by a.ad_id`,
  )

interface KnownEvent extends DemoEvent {
  offerId: string
}

function stateOf(row: Row): DemoEvent['state'] {
  const charged = row.charged_micros as bigint | null
  if (charged === null) return row.waits ? 'WAITING' : row.is_billed ? 'INVALID' : 'BILLING'
  if (charged > 0n) return 'CHARGED'
  const paidFor: ActionType = billedOn[row.billing_type as DemoBid['billingType']]
  return paidFor === row.action ? 'UNPAID' : 'COUNTED'
}

const toEvent = (row: Row): KnownEvent => {
  const state = stateOf(row)
  const part = (name: string) => Number(row[name] ?? 0n)
  return {
    offerId: row.offer_id as string,
    action: row.action as ActionType,
    at: isoInZone(row.received_at as Instant, utc),
    state,
    ...(state === 'CHARGED' && {
      charge: {
        priceMicros: part('price'),
        publisherMicros: part('publisher'),
        networkMicros: part('network'),
        userMicros: part('device'),
      },
    }),
  }
}

/** What was reported of these offers and, from the entries in the books, where the money of each went. */
const readEvents = (
  session: ReadSession,
  offers: readonly { day: string; id: string }[],
): Promise<KnownEvent[]> =>
  session.many(
    toEvent,
    sql`
    select e.offer_id, e.action, e.received_at, a.billing_type, c.charged_micros, w.offer_id is not null as waits,
           (e.tx, e.seq) <= (p.tx, p.seq) as is_billed, books.price, books.publisher, books.network, books.device
      from unnest(${offers.map((one) => one.day)}::date[], ${offers.map((one) => one.id)}::uuid[])
             as wanted(issue_day, offer_id)
      join event e using (issue_day, offer_id)
      join ad a using (ad_id)
      left join billing_position p on true
      left join counted_event c using (issue_day, offer_id, action)
      left join waiting_event w using (issue_day, offer_id, action)
      left join lateral (
        select -sum(n.amount_micros) filter (where l.kind = 'CASH') as price,
               sum(n.amount_micros) filter (where l.kind = 'REVENUE') as publisher,
               sum(n.amount_micros) filter (where l.kind = 'NETWORK') as network,
               sum(n.amount_micros) filter (where l.kind = 'VOLTS') as device
          from ledger_transfer t join ledger_entry n using (transfer_id) join ledger_account l using (account_id)
         where t.key = concat_ws(' ', e.issue_day, e.offer_id, e.action)) as books on true
     order by e.received_at, e.seq`,
  )

const toBid = (bid: ExplainedBid, ads: ReadonlyMap<number, KnownAd>): DemoBid[] => {
  const ad = ads.get(bid.adId)
  if (!ad) return []
  const { standing } = bid
  const terms = standing && {
    bidMicros: standing.bid,
    floorMicros: standing.floor,
    rateOver: standing.rateOver,
    rateUnder: standing.rateUnder,
  }
  const { name, advertiser } = ad
  const known = { proID: bid.adId, name, advertiser, billingType: bid.billingType, outcome: bid.outcome }
  return [{ ...known, ...(terms && { terms }) }]
}

/** Ads that do not run are in no memory, so they took no part. */
function stoppedBids(one: Explanation, ads: Iterable<KnownAd>): DemoBid[] {
  const met = new Set<number>(one.bids.map((bid) => bid.adId))
  const { product, app } = one.medium
  return [...ads]
    .filter((ad) => ad.product === product && (ad.platform === app.platform || ad.platform === 'BOTH'))
    .filter((ad) => !met.has(ad.id) && ad.status !== 'INPROGRESS')
    .map((ad) => ({
      ...{ proID: ad.id, name: ad.name, advertiser: ad.advertiser, billingType: ad.billingType },
      outcome: ad.status === 'COMPLETE' ? ('complete' as const) : ('stopped' as const),
    }))
}

function toDecision(
  one: Explanation,
  known: { ads: ReadonlyMap<number, KnownAd>; events: readonly DemoEvent[] },
): DemoDecision {
  return {
    number: one.number,
    at: isoInZone(one.at, utc),
    medID: one.medium.id,
    product: one.medium.product,
    platform: one.medium.app.platform,
    country: one.country,
    answer: one.answer,
    ...(one.offer && { offer: one.offer }),
    bids: [...one.bids.flatMap((bid) => toBid(bid, known.ads)), ...stoppedBids(one, known.ads.values())],
    events: [...known.events],
  }
}

/** GET /sdk/v1/demo/visit: what a device has asked for lately, how each was decided, and what came of it. */
export async function answerVisit(
  serving: Serving,
  explanations: Explanations,
  app: App,
  query: unknown,
): Promise<Answer> {
  const { playground } = explanations
  if (app.id !== playground.appId) return forbidden
  const input = demoVisit.input.safeParse(query)
  if (!input.success) return unreadable('deviceID is needed')
  const explained = explanations.of(input.data.deviceID, decisionsMax)
  const offerOf = (one: Explanation) => one.offer && serving.offers.open(one.offer.token)
  const offers = explained.flatMap((one) => {
    const offer = offerOf(one)
    return offer ? [{ day: utcDay(offer.issuedAt), id: uuid(offer.offerId) }] : []
  })
  const [ads, events] = await reaching(
    serving.db.read(async (session) => [
      await readAds(session, playground.customers),
      await readEvents(session, offers),
    ]),
  )
  const adsById = new Map(ads.map((ad) => [ad.id, ad]))
  const decisions = explained.map((one) => {
    const offer = offerOf(one)
    const own = events
      .filter((event) => offer && event.offerId === uuid(offer.offerId))
      .map(({ offerId: _, ...event }) => event)
    return toDecision(one, { ads: adsById, events: own })
  })
  return answer(200, { error: 'SUCCESS', decisions })
}

/** POST /sdk/v1/demo/install: what the advertiser's server would send once the app was opened for the first time. */
export async function answerInstall(
  serving: Serving,
  explanations: Explanations,
  app: App,
  body: unknown,
): Promise<Answer> {
  if (app.id !== explanations.playground.appId) return forbidden
  const input = demoInstall.input.safeParse(body)
  if (!input.success) return unreadable('token is needed')
  const offer = serving.offers.open(input.data.token)
  if (!offer || serving.snapshot.media.get(offer.mediumId)?.app !== app) return notFound
  const clickedAt = await reaching(
    serving.db.read((session) =>
      session.maybeOne(
        (row) => row.received_at as Instant,
        sql`select received_at from event
             where issue_day = ${utcDay(offer.issuedAt)} and offer_id = ${uuid(offer.offerId)} and action = 'CLICK'`,
      ),
    ),
  )
  if (clickedAt === undefined) return notFound
  const clickId = serving.clicks.seal({ ...offer, clickedAfterMs: Math.max(0, clickedAt - offer.issuedAt) })
  const secret = await secretOf(serving, offer.adId)
  assert(secret !== undefined, 'an ad that was clicked has an advertiser')
  const sig = createHmac('sha256', secret).update(`install:${clickId}`).digest('hex')
  return answerPostback(serving, 'INSTALL', { click_id: clickId, sig })
}
