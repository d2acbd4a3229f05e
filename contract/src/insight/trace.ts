import { z } from 'zod'
import { call } from '../common/call.ts'
import { actionTypes, billingTypes } from '../common/enums.ts'
import { Count, Id, Money, Time } from '../common/fields.ts'

/** In the order of steps at the same time. */
export const traceSteps = [
  'REQUEST',
  'CANDIDATES',
  'PRICE',
  'EVENT',
  'VERDICT',
  'CHARGE',
  'CALLBACK',
  'CORRECTION',
  'PAYOUT',
  'GONE',
] as const
export type TraceStepName = (typeof traceSteps)[number]

/** The longest text that a trace is searched for. */
const traceTextMax = 256

/** Beside Time and Step only what the step knows is set. */
export const TraceStep = z.object({
  Time,
  Step: z.enum(traceSteps),
  OfferID: z.string().optional(),
  EventID: z.string().optional(),
  Action: z.enum(actionTypes).optional(),
  ProID: Id.optional(),
  ProName: z.string().optional(),
  /** The advertiser. */
  Company: z.string().optional(),
  MedID: Id.optional(),
  AppName: z.string().optional(),
  DeviceID: z.string().optional(),
  /** '' if unknown. */
  Country: z.string().optional(),
  BillingType: z.enum(billingTypes).optional(),
  /** Of one billable event; in CHARGE and CORRECTION the amount that moved. */
  Price: Money.optional(),
  /** Whether a rival took part and set the price. */
  RunnerUp: z.boolean().optional(),
  Publisher: Money.optional(),
  Network: Money.optional(),
  User: Money.optional(),
  TransferID: z.number().int().optional(),
  /** Of an event COUNTED, CHARGED, UNPAID, WAITING or INVALID; of a callback or payout its own. */
  Status: z.string().optional(),
  Rule: z.string().optional(),
  /** ENFORCE: the event counts for nothing. OBSERVE: it counts all the same. */
  Mode: z.enum(['ENFORCE', 'OBSERVE']).optional(),
  Reason: z.string().optional(),
  UserID: z.string().optional(),
  Tries: Count.optional(),
  HTTPStatus: Count.optional(),
  RequestID: Id.optional(),
  Amount: Money.optional(),
})

export const adminTrace = call('GET', 'admin/trace', {
  who: 'OPERATOR',
  about:
    'The story of an offer in time order, found by token, click id, event id, offer id, transfer id, device id or the user id of a callback; of many offers the latest 50.',
  input: z.object({ q: z.string().max(traceTextMax).default('') }),
  output: z.object({ steps: z.array(TraceStep) }),
  refuses: [],
})

export const traceCalls = [adminTrace] as const
