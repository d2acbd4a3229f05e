import { z } from 'zod'
import { call } from '../common/call.ts'
import { caseSignals, caseStatuses } from '../common/enums.ts'
import {
  Count,
  Id,
  Moment,
  Money,
  nothing,
  PageNo,
  QueryDay,
  QueryId,
  QueryOneOf,
  Ratio,
  RequiredQueryId,
  RequiredText,
  Time,
} from '../common/fields.ts'
import { limits } from '../common/limits.ts'

const CaseReason = RequiredText(1_000)

/** What was unusual: the unit's value, the median of its group, and how far apart they are as a robust z. */
const Signal = z.object({ Signal: z.enum(caseSignals), Value: Ratio, Norm: Ratio, Z: Ratio })

const CaseRow = z.object({
  CaseID: Id,
  AppID: Id,
  AppName: z.string(),
  MedID: Id,
  MedName: z.string(),
  CustID: Id,
  Company: z.string(),
  Status: z.enum(caseStatuses),
  From: Time,
  To: Time,
  /** The publisher's part of the charges in the period: held while the case is OPEN. */
  Amount: Money,
  /** Of every kind, invalid ones included. */
  Events: Count,
  Signals: z.array(Signal),
  Appealed: z.boolean(),
  /** Opened by the detectors, not by an operator. */
  ByDetector: z.boolean(),
  OpenTime: Time,
})

export const adminListCases = call('GET', 'admin/case/', {
  who: 'OPERATOR',
  about: 'Cases of suspicious traffic, the largest amount first, 10 per page.',
  input: z.object({ status: QueryOneOf(caseStatuses), pageNo: PageNo }),
  output: z.object({ cases: z.array(CaseRow), rowCount: Count }),
  refuses: [],
})

const CaseHour = z.object({
  Time,
  Impressions: Count,
  Clicks: Count,
  Watches: Count,
  Installs: Count,
})

export const adminGetCase = call('GET', 'admin/case/get', {
  who: 'OPERATOR',
  about:
    'One case with its log, its appeal and figures for charts, the network’s beside the unit’s; null if it is missing.',
  input: z.object({ caseID: RequiredQueryId }),
  output: z.object({
    case: CaseRow.extend({
      /** Oldest first. `By` is an operator’s address, or empty for the detectors and the publisher. */
      Log: z.array(
        z.object({
          Time,
          Action: z.enum(['OPENED', 'EXTENDED', 'APPEALED', 'CONFIRMED', 'RELEASED']),
          By: z.string(),
          Text: z.string(),
        }),
      ),
      /** The publisher’s text; empty without an appeal. */
      Appeal: z.string(),
      AppealTime: Time.nullable(),
      /** Hours of the period, the last 31 days of it, oldest first. */
      Hours: z.array(CaseHour),
      /** The same hours of all units of the same product. */
      NetworkHours: z.array(CaseHour),
      /** Addresses by their share of the unit’s events with a known address; a rank stands for the hash. */
      Addresses: z.array(z.object({ Rank: Count, Events: Count, Share: Ratio })),
      /** Devices with the most charges. */
      Devices: z.array(z.object({ Rank: Count, DeviceID: z.string(), Charges: Count, Amount: Money })),
      /** Installs by the time since their click, from `FromSeconds` to the next one; as shares. */
      InstallTimes: z.array(z.object({ FromSeconds: Count, Installs: Count, Share: Ratio, Network: Ratio })),
    }).nullable(),
  }),
  refuses: [],
})

export const openCase = call('POST', 'admin/case/open', {
  who: 'ADMINISTRATORS',
  about:
    'Opens a case by hand: the publisher’s part of the unit’s charges in the period is held, and the publisher is told.',
  input: z
    .object({ medID: Id, from: Moment, to: Moment, reason: CaseReason })
    .refine(({ from, to }) => from <= to, { message: 'from must not be later than to' })
    .refine(({ from, to }) => to - from <= limits.caseDaysMax * 86_400_000, {
      message: `the period must not be longer than ${limits.caseDaysMax} days`,
    }),
  output: z.object({ caseID: Id }),
  refuses: ['NO_PERMISSION'],
})

const decision = {
  input: z.object({ caseID: Id, reason: CaseReason }),
  /** Charges, and their full prices, as credited to the advertisers. */
  output: z.object({ corrected: z.object({ Events: Count, Amount: Money }) }),
}

export const confirmCase = call('POST', 'admin/case/confirm', {
  who: 'ADMINISTRATORS',
  about:
    'Confirms an open case: the charges of its unit and period are corrected, and advertisers and publisher are told.',
  ...decision,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
  movesMoney: true,
})

export const releaseCase = call('POST', 'admin/case/release', {
  who: 'ADMINISTRATORS',
  about: 'Releases an open case: its amount is no longer held, and the publisher is told.',
  ...decision,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
  movesMoney: true,
})

export const publisherQuality = call('GET', 'pub/quality/', {
  who: 'PUBLISHER',
  about:
    'Invalid events of the caller’s units by day of the account’s zone, unit and rule, and the cases whose period overlaps the days.',
  input: z.object({ startDate: QueryDay, endDate: QueryDay, appID: QueryId }),
  output: z.object({
    list: z.array(
      z.object({
        RegistTime: z.string(),
        MedID: Id,
        Name: z.string(),
        Rule: z.string(),
        Count,
      }),
    ),
    cases: z.array(
      z.object({
        CaseID: Id,
        MedID: Id,
        Name: z.string(),
        AppName: z.string(),
        Status: z.enum(caseStatuses),
        From: Time,
        To: Time,
        /** Held while the case is OPEN, taken back if it is CONFIRMED. */
        Amount: Money,
        Signals: z.array(Signal),
        OpenTime: Time,
        /** What the operator wrote when opening the case; empty if the detectors opened it. */
        Reason: z.string(),
        /** What the operator wrote when confirming or releasing it. */
        Answer: z.string(),
        AnswerTime: Time.nullable(),
        Appeal: z.string(),
        AppealTime: Time.nullable(),
        /** An appeal is accepted until then. */
        AppealUntil: Time,
      }),
    ),
  }),
  refuses: ['UNKNOWN'],
})

export const appealCase = call('POST', 'pub/quality/appeal', {
  who: 'PUBLISHER',
  about: 'The one appeal against a case, within 14 days after it was opened or confirmed.',
  input: z.object({ caseID: Id, text: RequiredText(limits.appealMax) }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'INVALID_PERIOD', 'DUPLICATE_REQUEST'],
})

export const caseCalls = [
  adminListCases,
  adminGetCase,
  openCase,
  confirmCase,
  releaseCase,
  publisherQuality,
  appealCase,
] as const
