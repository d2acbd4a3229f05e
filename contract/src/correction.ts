import { z } from 'zod'
import { call } from './common/call.ts'
import { Count, Id, Moment, Money, Reason, RequiredLine } from './common/fields.ts'
import { DeviceId } from './sdk.ts'

const selection = {
  medID: Id.optional(),
  proID: Id.optional(),
  deviceID: DeviceId.optional(),
  rule: RequiredLine(64).optional(),
  /** By the server's time of the events, both ends included. */
  from: Moment,
  to: Moment,
}

interface Selection {
  medID?: number | undefined
  proID?: number | undefined
  deviceID?: string | undefined
  rule?: string | undefined
  from: number
  to: number
}

const hasOneSubject = ({ medID, proID, deviceID, rule }: Selection): boolean =>
  [medID, proID, deviceID, rule].filter((subject) => subject !== undefined).length === 1
const oneSubject = { message: 'must name one of medID, proID, deviceID and rule' }
const isPeriod = ({ from, to }: Selection): boolean => from <= to
const period = { message: 'from must not be later than to' }

const corrected = z.object({
  /** Charges; those that were corrected before are not among them. */
  events: Count,
  /** Full prices, as credited to the advertisers. */
  amount: Money,
  advertisers: z.array(z.object({ CustID: Id, Company: z.string(), Amount: Money })),
})

export const previewCorrection = call('POST', 'admin/correction/preview', {
  who: 'ADMINISTRATORS',
  about: 'What a correction of charges would do now, by unit, ad, device or rule. Nothing is changed.',
  input: z.object(selection).refine(hasOneSubject, oneSubject).refine(isPeriod, period),
  output: corrected,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

export const addCorrection = call('POST', 'admin/correction/add', {
  who: 'ADMINISTRATORS',
  about:
    'Reverses the charges of a period by unit, ad, device or rule, each at most once. Advertisers get the full prices ' +
    'back and a mail with the reason.',
  input: z
    .object({ ...selection, reason: Reason })
    .refine(hasOneSubject, oneSubject)
    .refine(isPeriod, period),
  output: corrected,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
  movesMoney: true,
})

export const correctionCalls = [previewCorrection, addCorrection] as const
