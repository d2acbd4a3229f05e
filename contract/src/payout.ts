import { z } from 'zod'
import { call } from './common/call.ts'
import { payoutFolders, payoutStatuses } from './common/enums.ts'
import {
  Count,
  DateText,
  DeclaredFile,
  Digits,
  Id,
  Line,
  Money,
  nothing,
  OptionalPageNo,
  PhoneCountry,
  QueryDay,
  Reason,
  RequiredLine,
  SearchText,
  Tally,
  Time,
  UploadLink,
} from './common/fields.ts'
import { limits } from './common/limits.ts'

export const getRevenue = call('POST', 'account/get-revenue', {
  who: 'PUBLISHER',
  about: 'The payable revenue (closed months less earlier applications), and the minimum of an application.',
  input: nothing,
  output: z.object({ revenue: Money, minimum: Count }),
  refuses: [],
})

export const getAccount = call('POST', 'account/get-account', {
  who: 'PUBLISHER',
  about: 'The payout account, or null before a first submission.',
  input: nothing,
  output: z.object({
    account: z
      .object({
        Name: z.string(),
        Bank: z.string(),
        Number: z.string(),
        CountryCode: z.string(),
        MobileNumber: z.string(),
        BankBook: z.string(),
        Certificate: z.string(),
        CustID: Id,
      })
      .nullable(),
  }),
  refuses: [],
})

export const modifyAccount = call('POST', 'account/modify-account', {
  who: 'PUBLISHER',
  about:
    'Saves the payout account. An empty bankBook or certificate keeps the stored file. A change needs a password ' +
    'confirmed in the last 5 minutes; the first submission is not a change.',
  input: z.object({
    name: RequiredLine(),
    bank: RequiredLine(),
    number: Digits(limits.accountNumberDigitsMax),
    bankBook: Line(),
    certificate: Line(),
    countryCode: PhoneCountry,
    mobileNumber: Digits(limits.mobileDigitsMax),
  }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'UNKNOWN', 'INVALID_PW'],
})

/** A whole amount of won; whether it is enough is checked with the payable revenue. */
const num = z.number().int().min(1).max(1_000_000_000_000)

export const requestRevenueCheck = call('POST', 'account/request-revenue-check', {
  who: 'PUBLISHER',
  about: 'Checks whether an application for this amount would be accepted now.',
  input: z.object({ num }),
  output: nothing,
  refuses: ['NEED_ACCOUNT', 'INVALID_PERIOD', 'DUPLICATE_REQUEST', 'NOTENOUGH_REVENUE'],
})

export const requestRevenue = call('POST', 'account/request-revenue', {
  who: 'PUBLISHER',
  about: 'Applies for payment. Needs a password confirmed in the last 5 minutes.',
  input: z.object({ num }),
  output: nothing,
  refuses: ['NEED_ACCOUNT', 'INVALID_PERIOD', 'DUPLICATE_REQUEST', 'NOTENOUGH_REVENUE', 'INVALID_PW'],
  movesMoney: true,
})

export const revenueDetails = call('GET', 'account/revenue-details', {
  who: 'PUBLISHER',
  about: 'The closed months, newest first.',
  input: nothing,
  output: z.object({
    list: z.array(z.object({ RegistTime: DateText, Revenue: Money, eCPM: Count, Impressions: Count })),
  }),
  refuses: [],
})

export const requestList = call('GET', 'account/request-list', {
  who: 'PUBLISHER',
  about: 'Applications for payment, newest first; type is 1, other values give an empty list.',
  input: z.object({ type: z.string().max(8).default(''), startDate: QueryDay, endDate: QueryDay }),
  output: z.object({
    list: z.array(
      z.object({
        RequestID: Id,
        RequestTime: Time,
        Name: z.string(),
        Bank: z.string(),
        Number: z.string(),
        Num: z.number().int(),
        Status: z.enum(payoutStatuses),
        Reason: z.string(),
      }),
    ),
  }),
  refuses: ['UNKNOWN'],
})

export const payoutSignedUrl = call('POST', 'account/s3-get-signed-url', {
  who: 'PUBLISHER',
  about: 'Upload links for payout documents, one per named file, in order.',
  input: z.object({ folder: z.enum(payoutFolders), uploadFiles: z.array(DeclaredFile).min(1).max(1) }),
  output: z.object({ urls: z.array(UploadLink) }),
  refuses: ['UNKNOWN'],
  multipart: true,
})

export const adminListPayouts = call('POST', 'admin/payout/list', {
  who: 'OPERATOR',
  about: 'Payout requests, waiting requests first, oldest first: all of them, or 10 per page.',
  input: z.object({
    status: z.enum(payoutStatuses).optional(),
    requestID: Id.optional(),
    words: SearchText,
    pageNo: OptionalPageNo,
  }),
  output: z.object({
    requests: z.array(
      z.object({
        RequestID: Id,
        CustID: Id,
        Email: z.string(),
        Company: z.string(),
        RequestTime: Time,
        Name: z.string(),
        Bank: z.string(),
        Number: z.string(),
        Num: z.number().int(),
        Status: z.enum(payoutStatuses),
        Reason: z.string(),
        /** The bank account was changed within 72 hours before the request. */
        AccountChanged: z.boolean(),
      }),
    ),
    rowCount: Count,
    /** Over all pages, in whole won. */
    sum: z.number().int(),
  }),
  refuses: [],
})

export const answerPayout = call('POST', 'admin/payout/answer', {
  who: 'ADMINISTRATORS',
  about: 'Moves a request: WAITING to COMPLETE or HOLD, HOLD to WAITING or COMPLETE. HOLD needs a reason.',
  input: z.object({ requestID: Id, status: z.enum(payoutStatuses), reason: Line(1_000).default('') }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
  movesMoney: true,
})

export const releasePayout = call('POST', 'admin/payout/release', {
  who: 'ADMINISTRATORS',
  about: 'Releases a request on HOLD: its amount is payable again at once, and the request is closed.',
  input: z.object({ requestID: Id, reason: Reason }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
  movesMoney: true,
})

export const adminGetPayout = call('POST', 'admin/payout/get', {
  who: 'OPERATOR',
  about: 'The months of a payout request, its documents, and the invalid traffic of the 30 days before it.',
  input: z.object({ requestID: Id }),
  output: z.object({
    detail: z.object({
      RequestID: Id,
      Num: Count,
      Status: z.enum(payoutStatuses),
      /** Months of revenue, oldest first, which add up to the amount; the month is empty for corrections. */
      MadeOf: z.array(z.object({ Month: DateText, Part: Money })),
      /** What was payable at the time of the request. */
      Payable: Money,
      /** Of the current payout account; empty for operators of USERS, for whom the files do not exist. */
      BankBook: z.string(),
      Certificate: z.string(),
      AnswerTime: Time.nullable(),
      AnsweredBy: z.string(),
      Events: Count,
      Invalid: z.array(Tally),
    }),
  }),
  refuses: ['NO_PERMISSION'],
})

export const payoutCalls = [
  getRevenue,
  getAccount,
  modifyAccount,
  requestRevenueCheck,
  requestRevenue,
  revenueDetails,
  requestList,
  payoutSignedUrl,
  adminListPayouts,
  answerPayout,
  releasePayout,
  adminGetPayout,
] as const
