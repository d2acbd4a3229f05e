import { z } from 'zod'
import { call, DeclaredFile } from './call.ts'
import { payoutFolders, payoutStatuses } from './enums.ts'
import {
  Count,
  DateText,
  Digits,
  Id,
  Line,
  Money,
  PhoneCountry,
  QueryDay,
  RequiredLine,
  Time,
} from './fields.ts'
import { limits } from './limits.ts'

const nothing = z.object({})

/** An upload link: PUT the bytes there with their content type. */
export const UploadLink = z.object({ uploadURL: z.string(), filename: z.string() })

export const getRevenue = call('POST', 'account/get-revenue', {
  who: 'PUBLISHER',
  about:
    'The payable revenue: closed months less what has been applied for, and the least that can be applied for.',
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
  about: 'Saves the payout account. An empty bankBook or certificate keeps the stored file.',
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
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

/** Whether the number is enough is the payout's rule; here it only has to be a whole amount of won. */
const num = z.number().int().min(1).max(1_000_000_000_000)

export const requestRevenueCheck = call('POST', 'account/request-revenue-check', {
  who: 'PUBLISHER',
  about: 'Tells whether an application for this amount would be taken now.',
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
  about: 'Upload links for payout documents, one for each named file, in order.',
  input: z.object({ folder: z.enum(payoutFolders), uploadFiles: z.array(DeclaredFile).min(1).max(1) }),
  output: z.object({ urls: z.array(UploadLink) }),
  refuses: ['UNKNOWN'],
  multipart: true,
})

export const chartSignedUrl = call('POST', 'common/s3-get-signed-url', {
  who: 'CUSTOMER',
  about: 'An upload link for a chart image (PNG).',
  input: nothing,
  output: z.object({ uploadURL: z.string() }),
  refuses: [],
})

export const sharedSettings = call('GET', 'common/settings', {
  who: 'PUBLIC',
  about: 'What the screens of every console have to know of the settings: the longest report range, in days.',
  input: nothing,
  output: z.object({ searchDays: Count }),
  refuses: [],
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
  chartSignedUrl,
  sharedSettings,
] as const
