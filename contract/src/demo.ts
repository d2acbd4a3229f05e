import { z } from 'zod'
import { call } from './common/call.ts'
import { actionTypes, noServeReasons, platforms, pricingModels, products } from './common/enums.ts'
import { Id } from './common/fields.ts'
import { DeviceId, SdkReward, sdkLimits } from './sdk.ts'

/** Integers, because a page shows them to the last digit. */
const Micros = z.number().int()

/** What the playground's phone needs to start the SDK; nothing on a server without demo data. */
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

/** What became of an ad in a decision. From `stopped` on: why it did not bid, in the words of the decision. */
export const bidOutcomes = [
  'won',
  /** Its rank sets the price. */
  'second',
  'lower',
  /** Of the winner's advertiser, whose own ads do not raise its price. */
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
  /** Of those that bid. The rate is billable events over impressions. */
  terms: z.object({ bidMicros: Micros, floorMicros: Micros, rateOver: Micros, rateUnder: Micros }).optional(),
})
export type DemoBid = z.output<typeof DemoBid>

/**
 * BILLING: on disk, and billing has not come to it. WAITING: billing waits for what must come before it. INVALID: it
 * does not count. COUNTED: counted, and not what the ad pays for. UNPAID: it would be, but a limit is reached.
 */
export const demoEventStates = ['BILLING', 'WAITING', 'INVALID', 'COUNTED', 'UNPAID', 'CHARGED'] as const

export const DemoEvent = z.object({
  action: z.enum(actionTypes),
  at: z.string(),
  state: z.enum(demoEventStates),
  /** From the entries of the charge in the books; they add up to the price. */
  charge: z
    .object({ priceMicros: Micros, publisherMicros: Micros, networkMicros: Micros, userMicros: Micros })
    .optional(),
})
export type DemoEvent = z.output<typeof DemoEvent>

export const DemoDecision = z.object({
  /** Later ones have greater numbers. */
  number: z.number().int(),
  at: z.string(),
  medID: Id,
  product: z.enum(products),
  platform: z.enum(platforms),
  country: z.string(),
  answer: z.string(),
  /** Of the offer that was made. */
  offer: z.object({ token: z.string(), priceMicros: Micros }).optional(),
  bids: z.array(DemoBid),
  events: z.array(DemoEvent),
})
export type DemoDecision = z.output<typeof DemoDecision>

/** Only with demo data and only for the playground's own app: of another publisher's units it would tell the bids. */
export const demoVisit = {
  path: '/sdk/v1/demo/visit',
  input: z.object({ deviceID: DeviceId }),
  output: z.object({ error: z.string(), decisions: z.array(DemoDecision).optional() }),
} as const
export type DemoVisit = z.output<typeof demoVisit.output>

/** Plays the advertiser's server: reports the install that follows a click, by a signed postback. */
export const demoInstall = {
  path: '/sdk/v1/demo/install',
  input: z.object({ token: z.string().max(sdkLimits.tokenMax) }),
  output: z.object({ error: z.string(), repeated: z.boolean().optional() }),
} as const

export const demoCalls = [getPlayground] as const
