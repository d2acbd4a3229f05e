import { z } from 'zod'
import { call } from './common/call.ts'
import { actionTypes, noServeReasons, platforms, pricingModels, products } from './common/enums.ts'
import { Id } from './common/fields.ts'
import { DeviceId, SdkReward, sdkLimits } from './sdk.ts'

/** An integer, because the page shows every digit. */
const Micros = z.number().int()

/** What the playground's phone needs to start the SDK; null without demo data. */
export const getPlayground = call('GET', 'demo/playground', {
  who: 'PUBLIC',
  about: 'The playground’s app with its key and units; null without demo data.',
  input: z.object({}),
  output: z.object({
    playground: z
      .object({
        appName: z.string(),
        platform: z.enum(platforms),
        apiKey: z.string(),
        media: z.array(z.object({ medID: Id, product: z.enum(products), reward: SdkReward.optional() })),
      })
      .nullable(),
  }),
  refuses: [],
})

/** The outcome for an ad in a decision. From `stopped` on: why it did not bid. */
export const bidOutcomes = [
  'won',
  /** Its bid sets the price. */
  'second',
  'lower',
  /** An ad of the winner's advertiser, which does not raise the price. */
  'own',
  ...noServeReasons,
] as const
export type BidOutcome = (typeof bidOutcomes)[number]

export const DemoBid = z.object({
  proID: Id,
  name: z.string(),
  advertiser: z.string(),
  billingType: z.enum(pricingModels),
  outcome: z.enum(bidOutcomes),
  /** Of ads that bid. The rate is billable events per impression. */
  terms: z.object({ bidMicros: Micros, floorMicros: Micros, rateOver: Micros, rateUnder: Micros }).optional(),
})
export type DemoBid = z.output<typeof DemoBid>

/**
 * BILLING: on disk, not billed yet. WAITING: billing waits for an event that must precede it. INVALID: not counted.
 * COUNTED: counted, but not billable for this ad. UNPAID: billable, but a limit is reached.
 */
export const demoEventStates = ['BILLING', 'WAITING', 'INVALID', 'COUNTED', 'UNPAID', 'CHARGED'] as const

export const DemoEvent = z.object({
  action: z.enum(actionTypes),
  at: z.string(),
  state: z.enum(demoEventStates),
  /** From the ledger entries of the charge; they add up to the price. */
  charge: z
    .object({ priceMicros: Micros, publisherMicros: Micros, networkMicros: Micros, userMicros: Micros })
    .optional(),
})
export type DemoEvent = z.output<typeof DemoEvent>

export const DemoDecision = z.object({
  /** Increases with time. */
  number: z.number().int(),
  /** The delivery process that decided. */
  process: z.string().optional(),
  at: z.string(),
  medID: Id,
  product: z.enum(products),
  platform: z.enum(platforms),
  country: z.string(),
  answer: z.string(),
  /** If an ad was offered. */
  offer: z.object({ token: z.string(), priceMicros: Micros }).optional(),
  bids: z.array(DemoBid),
  events: z.array(DemoEvent),
})
export type DemoDecision = z.output<typeof DemoDecision>

/** Only with demo data and only for the playground's own app, because it reveals bids. */
export const demoVisit = {
  path: '/sdk/v1/demo/visit',
  input: z.object({ deviceID: DeviceId }),
  output: z.object({ error: z.string(), decisions: z.array(DemoDecision).optional() }),
} as const
export type DemoVisit = z.output<typeof demoVisit.output>

/** Acts as the advertiser's server: reports an install after a click, by a signed postback. */
export const demoInstall = {
  path: '/sdk/v1/demo/install',
  input: z.object({ token: z.string().max(sdkLimits.tokenMax) }),
  output: z.object({ error: z.string(), repeated: z.boolean().optional() }),
} as const

export const demoCalls = [getPlayground] as const
