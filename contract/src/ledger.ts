import { z } from 'zod'
import { call } from './common/call.ts'
import {
  Count,
  DateText,
  Id,
  Moment,
  Money,
  nothing,
  Reason,
  RequiredLine,
  Time,
  WholeWon,
} from './common/fields.ts'
import { limits } from './common/limits.ts'
import { DeviceId } from './sdk.ts'

export const ledgerKinds = [
  'CASH',
  'REVENUE',
  'RESERVED',
  'VOLTS',
  'VOLTS_RESERVED',
  'NETWORK',
  'OUTSIDE',
] as const

export const BookProof = z.object({
  Time,
  /** The sum over all accounts; 0 if the books are right. */
  Sum: Money,
  WrongBalances: Count,
  UnbalancedTransfers: Count,
  /** Transfers of charges unlike their charges, or charges without a transfer. */
  WrongCharges: Count,
  /** Devices whose volts are unlike their charges, or apps unlike their devices. */
  WrongVolts: Count,
  Accounts: Count,
  Entries: Count,
  Charges: Count,
  Good: z.boolean(),
  By: z.enum(['WORKER', 'OPERATOR']),
})

export const creditCash = call('POST', 'admin/customer/credit', {
  who: 'ADMINISTRATORS',
  about: 'Credits cash to an advertiser.',
  input: z.object({
    custID: Id,
    amount: WholeWon({ min: 1, max: limits.creditMax }),
    reason: Reason,
  }),
  output: nothing,
  refuses: ['NO_PERMISSION'],
  movesMoney: true,
})

export const debitCash = call('POST', 'admin/customer/debit', {
  who: 'ADMINISTRATORS',
  about:
    'Takes cash from an advertiser, down to what is there: a mistyped credit, or a refund that was paid out.',
  input: z.object({
    custID: Id,
    amount: WholeWon({ min: 1, max: limits.creditMax }),
    reason: Reason,
  }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'INSUFFICIENT_FUNDS'],
  movesMoney: true,
})

export const customerStatement = call('POST', 'admin/customer/statement', {
  who: 'OPERATOR',
  about: 'A customer’s money by Seoul month, newest first; every closing balance opens the next month.',
  input: z.object({ custID: Id }),
  output: z.object({
    months: z.array(
      z.object({
        Month: DateText,
        Opening: Money,
        /** Cash credited. */
        Credit: Money,
        /** Cash taken back (negative). */
        Debit: Money,
        /** Spent by an advertiser (negative) or earned by a publisher. */
        Charge: Money,
        Correction: Money,
        /** Paid out to a publisher (negative). */
        Paid: Money,
        Closing: Money,
      }),
    ),
  }),
  refuses: ['NO_PERMISSION'],
})

export const operatorBooks = call('POST', 'admin/money/books', {
  who: 'OPERATOR',
  about: 'The books by kind of account, and their last proof.',
  input: nothing,
  output: z.object({
    accounts: z.array(z.object({ Kind: z.enum(ledgerKinds), Accounts: Count, Balance: Money })),
    proof: BookProof.nullable(),
  }),
  refuses: [],
})

export const proveBooksNow = call('POST', 'admin/money/prove', {
  who: 'ADMINISTRATORS',
  about: 'Proves the books now and keeps the result.',
  input: nothing,
  output: z.object({ proof: BookProof }),
  refuses: [],
})

export const operatorMonths = call('POST', 'admin/money/months', {
  who: 'OPERATOR',
  about: 'Closed months of all publishers together, newest first.',
  input: nothing,
  output: z.object({
    months: z.array(
      z.object({
        Month: DateText,
        Publishers: Count,
        Revenue: Money,
        Impressions: Count,
        Applied: Money,
        ClosedTime: Time,
      }),
    ),
  }),
  refuses: [],
})

/** The charges that a correction is about. */
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

export const ledgerCalls = [
  creditCash,
  debitCash,
  customerStatement,
  operatorBooks,
  proveBooksNow,
  operatorMonths,
  previewCorrection,
  addCorrection,
] as const
