import { adFunnel, bidLandscape, type FunnelInterval } from '@voltline/contract'
import { addDays, localDay, type Micros, micros, noMoney, ok } from '@voltline/kernel'
import { microsPerWonBid } from '../../../domain/ad/afford.ts'
import type { AdState } from '../../../domain/auction/live/ad-state.ts'
import { eventRate } from '../../../domain/auction/ranked-ad.ts'
import { type FunnelStep, funnelStep, noFunnelStep, sumSteps } from '../../../domain/insight/funnel.ts'
import { type BidTerms, gapOf, landscapeOf, rivalsOf } from '../../../domain/insight/landscape.ts'
import { findOwnAdState } from '../../../domain/insight/own-ad.ts'
import { readRivalRanks } from '../../../domain/insight/ranks-store.ts'
import { readAdOutcomes, readUnchargedEvents } from '../../../domain/insight/read-outcomes.ts'
import { reportRange } from '../../../domain/reports/range.ts'
import { type DayRange, spansOf } from '../../../domain/reports/rollup/quarter.ts'
import { bucketsOf } from '../../../domain/reports/view/buckets.ts'
import { readAdGroups } from '../../../domain/reports/view/read-groups.ts'
import { noViewSums, type ViewSums } from '../../../domain/reports/view/view-sums.ts'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { FeatureServices } from '../../feature.ts'

const toWire = (step: FunnelStep) => ({
  Requests: step.requests,
  Ineligible: step.ineligible,
  Capped: step.capped,
  Outbid: step.outbid,
  Won: step.won,
  Shown: step.shown,
  Clicks: step.clicks,
  Watches: step.watches,
  Installs: step.installs,
  Actions: step.actions,
  Charged: step.charged,
  Unpaid: step.unpaid,
  Invalid: step.invalid,
  Corrected: step.corrected,
})

interface Funnel {
  rows: { time: string; step: FunnelStep }[]
  total: FunnelStep
  figures: ViewSums
}

const noUncharged = { corrected: 0, invalid: 0 }

/** An hour is YYYY-MM-DD HH:00. */
const timeText = ([day = '', hour]: readonly string[]): string =>
  hour === undefined ? day : `${day} ${hour.padStart(2, '0')}:00`

async function readFunnel(
  session: ReadSession,
  ad: AdState,
  range: DayRange,
  interval: FunnelInterval,
): Promise<Funnel> {
  const by = interval === 'hour' ? (['day', 'hour'] as const) : (['day'] as const)
  const buckets = bucketsOf(range, by)
  const groups = await readAdGroups(session, { owner: ad.customerId, adId: ad.id }, { range, by })
  const outcomes = await readAdOutcomes(session, ad.id, buckets)
  const uncharged = await readUnchargedEvents(session, ad.id, buckets)
  const rows = buckets.keys.map((keys, bucket) => ({
    time: timeText(keys),
    step: funnelStep({
      outcomes: outcomes.get(bucket) ?? {},
      figures: groups.get(keys) ?? noViewSums,
      uncharged: uncharged.get(bucket) ?? noUncharged,
    }),
  }))
  return { rows, total: sumSteps(rows.map(({ step }) => step)), figures: groups.total }
}

/** The whole range as one span. */
function spanOf(range: DayRange) {
  const spans = spansOf(range)
  const [first, last] = [spans[0], spans.at(-1)]
  return first && last ? { from: first.from, to: last.to } : undefined
}

async function readRivals(session: ReadSession, ad: AdState, range: DayRange) {
  const span = spanOf(range)
  return rivalsOf(span ? await readRivalRanks(session, ad, span) : [])
}

const termsOf = (ad: AdState, { won, shown }: FunnelStep): BidTerms => ({
  ...{ billingType: ad.billingType, minPriceMicros: ad.minPriceMicros, maxPriceMicros: ad.maxPriceMicros },
  rate: eventRate(ad.billingType, ad),
  shownRate: won > 0 ? Math.min(1, shown / won) : 1,
})

const bidWon = (ad: AdState): number => ad.maxPriceMicros / microsPerWonBid(ad.billingType)

/** A CPM price is shown per 1,000 impressions. */
const shownPrice = ({ billingType }: AdState, priceMicros: Micros): Micros =>
  billingType === 'CPM' ? micros(priceMicros * 1_000n) : priceMicros

export function registerAdInsight({ handle, db, clock, settings }: FeatureServices): void {
  handle(adFunnel, async ({ input, session }) => {
    const { searchDays } = settings
    const range = reportRange(input, { zone: session.zone, searchDays, now: clock.now() })
    if (!range.ok) return range
    return db.report(async (reader) => {
      const ad = await findOwnAdState(reader, session.customerId, input.proID)
      if (!ad) return ok({ list: [], total: toWire(noFunnelStep), gap: null })
      const { rows, total } = await readFunnel(reader, ad, range.value, input.by ?? 'day')
      const gap = gapOf(await readRivals(reader, ad, range.value), termsOf(ad, total))
      const list = rows.map(({ time, step }) => ({ RegistTime: time, ...toWire(step) }))
      return ok({ list, total: toWire(total), gap })
    })
  })

  handle(bidLandscape, ({ input, session }) =>
    db.report(async (reader) => {
      const { days } = input
      const ad = await findOwnAdState(reader, session.customerId, input.proID)
      if (!ad) return ok({ points: [], current: { Bid: 0, Wins: 0, Cost: noMoney }, days })
      const today = localDay(clock.now(), session.zone)
      const range = { zone: session.zone, start: addDays(today, 1 - days), end: today }
      const { total, figures } = await readFunnel(reader, ad, range, 'day')
      const points = landscapeOf(await readRivals(reader, ad, range), termsOf(ad, total))
      return ok({
        points: points.map((point) => ({
          ...{ Bid: point.bidWon, Requests: point.requests, Wins: point.wins, Events: point.events },
          ...{ Cost: point.costMicros, AvgPrice: shownPrice(ad, point.priceMicros) },
        })),
        current: { Bid: bidWon(ad), Wins: total.won, Cost: figures.amountMicros },
        days,
      })
    }),
  )
}
