import {
  type AdId,
  type CampaignId,
  type CustomerId,
  type Instant,
  type MediumId,
  type Micros,
  micros,
  type OperatorId,
  ok,
  type Result,
  refuse,
} from '@voltline/kernel'
import { lockName } from '../../platform/database/advisory-lock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type AdAddition, addToAds, addToCampaigns } from '../ad/spending/spent-store.ts'
import { lockCash } from '../ledger/account.ts'
import { post } from '../ledger/ledger.ts'
import { AdMediaAdditions, addAdMedia } from '../reports/rollup/ad-media.ts'
import { closedMonthKey, closedUntil } from '../reports/rollup/close-month.ts'
import { addMediumRollups, RollupAdditions, writeAdRollups } from '../reports/rollup/write-rollups.ts'
import { type ReversedCharge, reversalsOf } from './reversal.ts'
import { type CorrectionTotals, readOpenCharges, type Selection } from './select-charges.ts'
import {
  addCorrected,
  creditsOf,
  insertCorrection,
  insertReversals,
  lockCorrected,
  reduceSpentDays,
} from './store.ts'
import { takeBackVolts } from './volts.ts'

/** Of one correction. It is one transaction, and billing of the ads it concerns waits for it. */
const chargesMax = 100_000

export interface Correction extends CorrectionTotals {
  /** Undefined if there was nothing to correct. */
  correctionId: number | undefined
  /** What each advertiser gets back. */
  credits: ReadonlyMap<CustomerId, Micros>
}

const nothingCorrected: Correction = {
  correctionId: undefined,
  charges: 0,
  priceMicros: micros(0n),
  credits: new Map(),
}

/** Takes the charges out of the figures of their own day. Their counts stay. */
async function reduceFigures(tx: Tx, charges: readonly ReversedCharge[], now: Instant): Promise<void> {
  const adRollups = new RollupAdditions<AdId>()
  const mediumRollups = new RollupAdditions<MediumId>()
  const adMedia = new AdMediaAdditions()
  const ads = new Map<AdId, AdAddition>()
  const campaigns = new Map<CampaignId, Micros>()
  for (const charge of charges) {
    const { adId, campaignId, mediumId, receivedAt, country, priceMicros, publisherMicros } = charge
    adMedia.pay(charge, micros(-priceMicros))
    adRollups.pay(adId, { receivedAt, country }, micros(-priceMicros))
    mediumRollups.pay(mediumId, { receivedAt, country }, micros(-publisherMicros))
    campaigns.set(campaignId, micros((campaigns.get(campaignId) ?? 0n) - priceMicros))
    const known = ads.get(adId)
    ads.set(adId, {
      ...{ adId, impressions: 0, clicks: 0, billable: 0, billed: (known?.billed ?? 0) - 1 },
      spentMicros: micros((known?.spentMicros ?? 0n) - priceMicros),
    })
  }
  await writeAdRollups(tx, adRollups)
  await addAdMedia(tx, adMedia)
  await addMediumRollups(tx, mediumRollups, now)
  await addToAds(tx, [...ads.values()])
  await addToCampaigns(tx, campaigns)
  await reduceSpentDays(tx, charges)
  await addCorrected(tx, charges)
}

/**
 * Reverses all charges of the selection that were not corrected before: all of them or none. One correction runs at a
 * time, and no month closes meanwhile. Campaigns, ads, cash and volts are locked in billing's order, to avoid deadlocks.
 */
export async function correct(
  tx: Tx,
  selection: Selection,
  terms: { reason: string; by: OperatorId; now: Instant },
): Promise<Result<Correction, 'UNKNOWN'>> {
  const { reason, by, now } = terms
  await lockName(tx, 'correction')
  await lockName(tx, closedMonthKey)
  const found = await readOpenCharges(tx, selection, chargesMax + 1)
  if (found.length === 0) return ok(nothingCorrected)
  if (found.length > chargesMax) {
    return refuse('UNKNOWN', `more than ${chargesMax} charges: correct a shorter period first`)
  }
  await lockCorrected(tx, [...new Set(found.map((charge) => charge.adId))])
  await lockCash(tx, [...new Set(found.map((charge) => charge.advertiser))])
  const charges = await takeBackVolts(tx, found)
  const priceMicros = micros(charges.reduce((sum, charge) => sum + charge.priceMicros, 0n))
  const totals = { charges: charges.length, priceMicros }
  const correctionId = await insertCorrection(tx, { selection, ...totals, reason, by, now })
  const groups = reversalsOf(charges, { correctionId, reason, now, closedUntil: await closedUntil(tx) })
  const ids = await post(
    tx,
    groups.map((group) => group.transfer),
    now,
  )
  await insertReversals(tx, correctionId, groups, ids)
  await reduceFigures(tx, charges, now)
  return ok({ correctionId, ...totals, credits: creditsOf(groups) })
}
