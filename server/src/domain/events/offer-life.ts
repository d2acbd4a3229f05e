import { type ActionType, type ReportedAction, sdkLimits } from '@voltline/contract'
import type { Instant } from '@voltline/kernel'

const lifeMs: Readonly<Record<ReportedAction, number>> = {
  IMPRESSION: sdkLimits.impressionLifeMs,
  WATCH: sdkLimits.watchLifeMs,
  CLICK: sdkLimits.clickLifeMs,
}

/** False if the offer has expired for this action, or comes from a clock that is far ahead of ours. */
export function isWithinLife(offer: { issuedAt: Instant }, action: ReportedAction, now: Instant): boolean {
  const ageMs = now - offer.issuedAt
  return ageMs <= lifeMs[action] && ageMs >= -lifeMs.IMPRESSION
}

/** Whether an install or action may still follow the click. */
export const isClickIdValid = (click: { issuedAt: Instant; clickedAfterMs: number }, now: Instant): boolean =>
  now - click.issuedAt - click.clickedAfterMs <= sdkLimits.clickIdLifeMs

/** How long after an offer its event can still be accepted. An install or action follows a click. */
export const eventMsMax: Readonly<Record<ActionType, number>> = {
  ...lifeMs,
  INSTALL: lifeMs.CLICK + sdkLimits.clickIdLifeMs,
  ACTION: lifeMs.CLICK + sdkLimits.clickIdLifeMs,
}

/** The longest time between an offer and an event of it. */
export const lateMsMax = Math.max(...Object.values(eventMsMax))
