/** One step of an offer's way, with times of this process's monotonic clock (performance.now()). */
export interface OfferStep {
  /** As in a token or, with dashes, as the database spells it. */
  offerId: string
  /** Names the span, and with the offer identifies it. */
  step: string
  parentStep?: string
  sinceMs: number
  untilMs: number
  attributes: Readonly<Record<string, string | number | boolean>>
}

/** Only with OTEL_EXPORTER_OTLP_ENDPOINT; without it there is none, and nothing is measured. */
export interface Tracer {
  tracesOffer(offerId: string): boolean
  /** The same answer as for the token's offer. */
  tracesToken(token: string): boolean
  record(step: OfferStep): void
}

export const adRequestStep = 'ad request'
export const eventStep = (action: string): string => `event ${action}`
export const billingStep = (action: string): string => `bill ${action}`
