import type { InsightReason } from '@voltline/contract'
import type { ViewSums } from '../reports/view/view-sums.ts'
import { type Outcomes, reasonsIn, sumOf } from './read-outcomes.ts'

/** A day or hour of an ad's funnel. Each step adds up to the one above. */
export interface FunnelStep {
  requests: number
  ineligible: Partial<Record<InsightReason, number>>
  capped: number
  outbid: number
  won: number
  shown: number
  clicks: number
  watches: number
  installs: number
  actions: number
  charged: number
  unpaid: number
  invalid: number
  corrected: number
}

export interface FunnelInput {
  outcomes: Outcomes
  figures: Pick<
    ViewSums,
    'impressions' | 'clicks' | 'watches' | 'installs' | 'actions' | 'unpaid' | 'billable'
  >
  uncharged: { corrected: number; invalid: number }
}

export function funnelStep({ outcomes, figures, uncharged }: FunnelInput): FunnelStep {
  const { capped = 0, outbid = 0, won = 0 } = outcomes
  const ineligible = reasonsIn(outcomes, (reason) => reason === 'capped')
  return {
    requests: sumOf(ineligible) + capped + outbid + won,
    ...{ ineligible, capped, outbid, won },
    shown: figures.impressions,
    clicks: figures.clicks,
    watches: figures.watches,
    installs: figures.installs,
    actions: figures.actions,
    // A corrected event was charged once, so it is none of the unpaid.
    charged: figures.billable - figures.unpaid - uncharged.corrected,
    unpaid: figures.unpaid,
    ...uncharged,
  }
}

export const noFunnelStep: FunnelStep = {
  ...{ requests: 0, ineligible: {}, capped: 0, outbid: 0, won: 0, shown: 0, clicks: 0, watches: 0 },
  ...{ installs: 0, actions: 0, charged: 0, unpaid: 0, invalid: 0, corrected: 0 },
}

export function sumSteps(steps: readonly FunnelStep[]): FunnelStep {
  const total = { ...noFunnelStep, ineligible: { ...noFunnelStep.ineligible } }
  for (const { ineligible, ...counts } of steps) {
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) total[name] += counts[name]
    for (const [reason, count] of Object.entries(ineligible) as [InsightReason, number][]) {
      total.ineligible[reason] = (total.ineligible[reason] ?? 0) + count
    }
  }
  return total
}
