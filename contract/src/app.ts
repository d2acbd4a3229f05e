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
  about: 'Apps, newest first, 10 per page.',
  input: z.object({ name: QueryText, pageNo: PageNo }),
  output: z.object({ apps: z.array(AppRow), rowCount: Count }),
  refuses: [],
})

export const listAllApps = call('GET', 'pub/app/list-all', {
  who: 'PUBLISHER',
  about: 'Every app, newest first, for selectors; a rejected app has the operator’s reason.',
  input: nothing,
  output: z.object({ apps: z.array(AppRow.extend({ Reason: z.string() })) }),
  refuses: [],
})

export const getApp = call('POST', 'pub/app/get', {
  who: 'PUBLISHER',
  about: 'One app; null if it is missing or another publisher’s.',
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
  about: 'Requests the app’s API key from the operators.',
  input: z.object({ appID: Id }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'ACCEPT_WAITING'],
})

/** The state of an app's approval, or of its key. */
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
  about: 'Apps with owner, approval and key state, waiting apps first: all of them, or 10 per page.',
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
  about: 'Issues the app’s API key, or replaces it.',
  input: z.object({ appID: Id }),
  output: nothing,
  refuses: ['NO_PERMISSION'],
})

export const revokeKey = call('POST', 'admin/app/revoke-key', {
  who: 'ADMINISTRATORS',
  about: 'Revokes an app’s API key, or rejects its request for a key.',
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
