import { z } from 'zod'
import { call } from './common/call.ts'
import {
  BodyPageNo,
  Count,
  DateText,
  idMax,
  Line,
  nothing,
  QueryDay,
  Reason,
  SearchText,
  Tally,
  Time,
} from './common/fields.ts'
import { DeviceId } from './sdk.ts'

export const adminListDevices = call('POST', 'admin/device/list', {
  who: 'OPERATOR',
  about: 'Blocked devices, newest first.',
  input: z.object({ text: SearchText, pageNo: BodyPageNo }),
  output: z.object({
    devices: z.array(
      z.object({ DeviceID: z.string(), Reason: z.string(), BlockedTime: Time, BlockedBy: z.string() }),
    ),
    rowCount: Count,
  }),
  refuses: [],
})

export const blockDevice = call('POST', 'admin/device/block', {
  who: 'ADMINISTRATORS',
  about: 'Blocks a device: the SDK receives IS_BLOCKED, and its events do not count.',
  input: z.object({ deviceID: DeviceId, reason: Reason }),
  output: nothing,
  refuses: ['UNKNOWN'],
})

export const unblockDevice = call('POST', 'admin/device/unblock', {
  who: 'ADMINISTRATORS',
  about: 'Unblocks a device.',
  input: z.object({ deviceID: DeviceId }),
  output: nothing,
  refuses: ['NO_PERMISSION'],
})

export const invalidTraffic = call('POST', 'admin/invalid', {
  who: 'OPERATOR',
  about: 'Invalid traffic of a range of UTC days by rule, by unit and by day.',
  input: z.object({
    startDate: QueryDay,
    endDate: QueryDay,
    reason: Line(64).default(''),
    mediumID: z.number().int().min(0).max(idMax).optional(),
  }),
  output: z.object({
    rules: z.array(Tally),
    units: z.array(
      z.object({
        MediumID: z.number().int(),
        Name: z.string(),
        App: z.string(),
        CustID: z.number().int(),
        Company: z.string(),
        Count,
        /** Counted events of the unit in the same days. */
        Events: Count,
      }),
    ),
    days: z.array(z.object({ Day: DateText, Count })),
  }),
  refuses: ['UNKNOWN'],
})

export const ruleModes = ['ENFORCE', 'OBSERVE'] as const
export const ruleThresholdMax = 1_000_000_000

export const qualityRules = call('GET', 'admin/quality/rules', {
  who: 'OPERATOR',
  about: 'The rules by which traffic is judged, in their order, with their settings and counts.',
  input: z.object({}),
  output: z.object({
    rules: z.array(
      z.object({
        Rule: z.string(),
        /** Null if the rule has none. */
        Threshold: z.number().int().min(0).nullable(),
        Mode: z.enum(ruleModes),
        /** Events since midnight in Seoul, and within seven such days with today; in OBSERVE too. */
        Today: Count,
        Week: Count,
      }),
    ),
  }),
  refuses: [],
})

export const changeRule = call('POST', 'admin/quality/rule', {
  who: 'ADMINISTRATORS',
  about: 'Changes the threshold or the mode of a rule. What is not sent stays as it is.',
  input: z.object({
    rule: Line(64),
    threshold: z.number().int().min(0).max(ruleThresholdMax).optional(),
    mode: z.enum(ruleModes).optional(),
  }),
  output: nothing,
  refuses: ['UNKNOWN'],
})

export const qualityCalls = [
  adminListDevices,
  blockDevice,
  unblockDevice,
  invalidTraffic,
  qualityRules,
  changeRule,
] as const
