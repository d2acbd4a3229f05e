import { z } from 'zod'
import { call } from '../common/call.ts'
import { actionTypes } from '../common/enums.ts'
import {
  Count,
  Id,
  Money,
  PageNo,
  QueryDay,
  QueryId,
  QueryOneOf,
  RequiredQueryId,
  Time,
} from '../common/fields.ts'

export const chargeStatuses = ['CHARGED', 'UNPAID', 'INVALID', 'CORRECTED'] as const
export type ChargeStatus = (typeof chargeStatuses)[number]

/** Of a list of charges or earnings. */
export const chargeRowsPerPage = 50

/** `csv` returns the whole day as a file with the same columns. */
const formats = ['json', 'csv'] as const
const ofDay = { day: QueryDay, pageNo: PageNo, format: QueryOneOf(formats) }

/** The number of its transfer in the books; null if no money moved. */
const TransferId = z.number().int().nullable()

const event = {
  /** The offer and the action. */
  EventID: z.string(),
  Time,
  Action: z.enum(actionTypes),
}

const outcome = {
  /** Of the request; '' if unknown. */
  Country: z.string(),
  Status: z.enum(chargeStatuses),
  /** Why an event is invalid, or under which rule it was corrected; otherwise ''. */
  Rule: z.string(),
}

export const ChargeRow = z.object({
  ...event,
  AppName: z.string(),
  ...outcome,
  /** 0 if nothing was charged. Of a corrected event: what was charged and credited again. */
  Price: Money,
  /** Whether a rival set the price, and not the ad’s own minimum. Never the rival’s bid. */
  RunnerUp: z.boolean(),
  /** The shares of the price; they add up to it. */
  Publisher: Money,
  Network: Money,
  User: Money,
  TransferID: TransferId,
})

export const adCharges = call('GET', 'ad/insight/charges', {
  who: 'ADVERTISER',
  about:
    'Every charged, unpaid, invalid or corrected event of an ad on a day of the account’s zone, oldest first; today without one.',
  input: z.object({ proID: RequiredQueryId, ...ofDay }),
  output: z.object({ list: z.array(ChargeRow), rowCount: Count }),
  refuses: [],
  files: ['text/csv'],
})

export const adApps = call('GET', 'ad/insight/apps', {
  who: 'ADVERTISER',
  about:
    'The apps in which an ad or the ads of a campaign ran, the most expensive first; without either all ads.',
  input: z.object({ campID: QueryId, proID: QueryId, startDate: QueryDay, endDate: QueryDay }),
  output: z.object({
    list: z.array(
      z.object({
        AppID: Id,
        AppName: z.string(),
        StoreURL: z.string(),
        Impressions: Count,
        Clicks: Count,
        Watches: Count,
        Installs: Count,
        Actions: Count,
        /** Events of any kind that count for nothing. */
        Invalid: Count,
        /** Without corrected charges, like every cost. */
        Cost: Money,
      }),
    ),
  }),
  refuses: ['UNKNOWN'],
})

export const EarningRow = z.object({
  ...event,
  ...outcome,
  /** The publisher’s share; 0 if nothing was charged. */
  Amount: Money,
  TransferID: TransferId,
})

export const unitEarnings = call('GET', 'pub/insight/earnings', {
  who: 'PUBLISHER',
  about:
    'Every event of an ad unit with its amount and status, on a day of the account’s zone, oldest first; today without one.',
  input: z.object({ medID: RequiredQueryId, ...ofDay }),
  output: z.object({ list: z.array(EarningRow), rowCount: Count }),
  refuses: [],
  files: ['text/csv'],
})

export const chargeCalls = [adCharges, adApps, unitEarnings] as const
