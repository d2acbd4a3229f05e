import { bidOutcomes, DemoBid, pricingModels } from '@voltline/contract'
import { z } from 'zod'

const whole = z.number().int()

/** How a request of the playground was decided; plain values, so that another process can be told. */
export const Explanation = z.object({
  /** Increases with time, and differs between processes. */
  number: whole,
  /** The process that decided. */
  process: z.string(),
  at: whole,
  mediumId: whole,
  deviceId: z.string(),
  country: z.string(),
  errorCode: z.string(),
  offer: z.object({ token: z.string(), priceMicros: whole }).optional(),
  bids: z.array(
    z.object({
      adId: whole,
      billingType: z.enum(pricingModels),
      outcome: z.enum(bidOutcomes),
      /** Undefined if the ad did not bid. */
      terms: DemoBid.shape.terms,
    }),
  ),
})
export type Explanation = z.output<typeof Explanation>
export type ExplainedBid = Explanation['bids'][number]
