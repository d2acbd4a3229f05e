import { z } from 'zod'
import { call } from './common/call.ts'
import { platforms } from './common/enums.ts'
import {
  Count,
  Filter,
  Id,
  isFullUrl,
  Line,
  nothing,
  OptionalPageNo,
  PageNo,
  QueryText,
  RequiredLine,
  SearchText,
  Time,
} from './common/fields.ts'
import { limits } from './common/limits.ts'

const AppRow = z.object({
  AppID: Id,
  Name: z.string(),
  Platform: z.enum(platforms),
  Approval: z.boolean(),
  ApiKeyStatus: z.number().int(),
})

export const listApps = call('GET', 'pub/app/', {
  who: 'PUBLISHER',
  about: 'Apps, newest first, 10 a page.',
  input: z.object({ name: QueryText, pageNo: PageNo }),
  output: z.object({ apps: z.array(AppRow), rowCount: Count }),
  refuses: [],
})

export const listAllApps = call('GET', 'pub/app/list-all', {
  who: 'PUBLISHER',
  about: 'Every app, newest first, for selectors; with the operator’s reason when one was rejected.',
  input: nothing,
  output: z.object({ apps: z.array(AppRow.extend({ Reason: z.string() })) }),
  refuses: [],
})

export const getApp = call('POST', 'pub/app/get', {
  who: 'PUBLISHER',
  about: 'One app; null when it is missing or another’s.',
  input: z.object({ appID: Id }),
  output: z.object({
    app: z
      .object({
        AppID: Id,
        Name: z.string(),
        Platform: z.enum(platforms),
        Package: z.string(),
        ApiKey: z.string(),
        ApiKeyStatus: z.number().int(),
        Filter: z.string(),
        Approval: z.boolean(),
        /** Why an operator rejected the app; empty otherwise. */
        Reason: z.string(),
        RegistTime: Time,
        UpdateTime: Time,
      })
      .nullable(),
  }),
  refuses: [],
})

const StoreUrl = z
  .string()
  .max(limits.urlMax)
  .transform((text) => text.trim())
  .refine(isFullUrl, { message: 'Enter a correct URL' })

export const addApp = call('POST', 'pub/app/add', {
  who: 'PUBLISHER',
  about: 'Registers an app; it is under review until an operator approves it.',
  input: z.object({
    name: RequiredLine(),
    platform: z.enum(platforms),
    storeURL: StoreUrl,
    filter: Filter.default(false),
  }),
  output: nothing,
  refuses: ['DUPLICATE_PACKAGE'],
})

export const modifyApp = call('POST', 'pub/app/modify', {
  who: 'PUBLISHER',
  about: 'Changes an app. A changed store URL returns it to review; the platform never changes.',
  input: z.object({ appID: Id, name: RequiredLine(), storeURL: StoreUrl, filter: Filter.default(false) }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'DUPLICATE_PACKAGE'],
})

export const requestApiKey = call('POST', 'pub/app/request-api-key', {
  who: 'PUBLISHER',
  about: 'Asks the operators for the app’s API key.',
  input: z.object({ appID: Id }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'ACCEPT_WAITING'],
})

/** Where an app stands with the operators: its approval, and its key. */
export const reviewStates = [
  'WAITING',
  'REJECTED',
  'APPROVED',
  'KEY_WAITING',
  'KEY_ISSUED',
  'KEY_NONE',
] as const

export type ReviewState = (typeof reviewStates)[number]

export const adminListApps = call('POST', 'admin/app/list', {
  who: 'OPERATOR',
  about: 'Apps with owner, approval and key state, those that wait first: all of them, or some, 10 a page.',
  input: z.object({ state: z.enum(reviewStates).optional(), words: SearchText, pageNo: OptionalPageNo }),
  output: z.object({
    apps: z.array(
      z.object({
        AppID: Id,
        CustID: Id,
        Email: z.string(),
        Company: z.string(),
        Name: z.string(),
        Platform: z.enum(platforms),
        Package: z.string(),
        Approval: z.boolean(),
        Reason: z.string(),
        ApiKeyStatus: z.number().int(),
        RegistTime: Time,
        UpdateTime: Time,
      }),
    ),
    rowCount: Count,
  }),
  refuses: [],
})

export const approveApp = call('POST', 'admin/app/approve', {
  who: 'ADMINISTRATORS',
  about: 'Approves or rejects an app; a rejection gives its reason, which the publisher sees.',
  input: z.object({ appID: Id, approval: z.boolean(), reason: Line(1_000).default('') }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

export const issueKey = call('POST', 'admin/app/issue-key', {
  who: 'ADMINISTRATORS',
  about: 'Issues the app’s API key, or a new one in place of the old.',
  input: z.object({ appID: Id }),
  output: nothing,
  refuses: ['NO_PERMISSION'],
})

export const revokeKey = call('POST', 'admin/app/revoke-key', {
  who: 'ADMINISTRATORS',
  about: 'Takes an app’s API key away, or turns down its request for one.',
  input: z.object({ appID: Id }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

export const appCalls = [
  listApps,
  listAllApps,
  getApp,
  addApp,
  modifyApp,
  requestApiKey,
  adminListApps,
  approveApp,
  issueKey,
  revokeKey,
] as const
