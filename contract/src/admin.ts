import { z } from 'zod'
import { call } from './call.ts'
import { adminGroups, payoutStatuses, platforms } from './enums.ts'
import { Count, Email, Id, Line, RequiredLine, Time, TriedPassword, WholeWon } from './fields.ts'
import { limits } from './limits.ts'

const nothing = z.object({})
/** Without a page everything is answered. */
const pageNo = z.number().int().min(1).max(limits.pageNoMax).optional()
const words = Line().default('')

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

export const Operator = z.object({ Group: z.enum(adminGroups), CustID: Id, SessionKey: z.string() })
export type Operator = z.output<typeof Operator>

export const adminSignin = call('POST', 'admin/signin', {
  who: 'PUBLIC',
  about: 'Signs an operator in. Operators are not customers.',
  input: z.object({ email: Email, pw: TriedPassword }),
  output: z.object({ accessToken: z.string(), user: Operator }),
  refuses: ['NEED_SIGNUP', 'INVALID_PW', 'TRYAGAIN_LATER'],
})

export const adminSignout = call('POST', 'admin/signout', {
  who: 'OPERATOR',
  about: 'Ends the operator’s session.',
  input: nothing,
  output: nothing,
  refuses: [],
})

export const adminMe = call('POST', 'admin/me', {
  who: 'OPERATOR',
  about: 'The signed-in operator.',
  input: nothing,
  output: z.object({ operator: z.object({ Email: z.string(), Group: z.enum(adminGroups) }) }),
  refuses: [],
})

export const adminListApps = call('POST', 'admin/app/list', {
  who: 'OPERATOR',
  about: 'Apps with owner, approval and key state, those that wait first: all of them, or some, 10 a page.',
  input: z.object({ state: z.enum(reviewStates).optional(), words, pageNo }),
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

export const creditCash = call('POST', 'admin/customer/credit', {
  who: 'ADMINISTRATORS',
  about: 'Credits cash to an advertiser.',
  input: z.object({
    custID: Id,
    amount: WholeWon({ min: 1, max: limits.creditMax }),
    reason: RequiredLine(1_000),
  }),
  output: nothing,
  refuses: ['NO_PERMISSION'],
})

export const adminListPayouts = call('POST', 'admin/payout/list', {
  who: 'OPERATOR',
  about: 'Payout requests, those that wait first, oldest first: all of them, or some, 10 a page.',
  input: z.object({ status: z.enum(payoutStatuses).optional(), requestID: Id.optional(), words, pageNo }),
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
})

export const adminCalls = [
  adminSignin,
  adminSignout,
  adminMe,
  adminListApps,
  approveApp,
  issueKey,
  creditCash,
  adminListPayouts,
  answerPayout,
] as const
