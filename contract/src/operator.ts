import { z } from 'zod'
import { call } from './call.ts'
import { customerTypes, payoutStatuses } from './enums.ts'
import { Count, DateText, Id, idMax, Line, Money, QueryDay, RequiredLine, Time } from './fields.ts'
import { limits } from './limits.ts'
import { DeviceId } from './sdk.ts'

const nothing = z.object({})
const page = z.number().int().min(1).max(limits.pageNoMax).default(1)
const search = Line().default('')
const reason = RequiredLine(1_000)

/** What the operators' console tells about: queues, health, and accounts of the books. */
export const messageStates = ['OPEN', 'CLOSED'] as const
export const auditActors = ['CUSTOMER', 'OPERATOR', 'SYSTEM'] as const
export const ledgerKinds = ['CASH', 'REVENUE', 'RESERVED', 'VOLTS', 'NETWORK', 'OUTSIDE'] as const
export const healthParts = ['web', 'delivery', 'billing', 'worker', 'mail', 'books', 'audit'] as const
export const healthStates = ['GOOD', 'LATE', 'BAD', 'NONE'] as const
export const auditExportRowsMax = 10_000

export const BookProofAnswer = z.object({
  Time,
  /** The sum over all accounts; 0 when the books are right. */
  Sum: Money,
  WrongBalances: Count,
  UnbalancedTransfers: Count,
  Accounts: Count,
  Entries: Count,
  Good: z.boolean(),
  By: z.enum(['WORKER', 'OPERATOR']),
})

const Queues = z.object({ Apps: Count, Keys: Count, Payouts: Count, Holds: Count, Messages: Count })

export const operatorQueues = call('POST', 'admin/queues', {
  who: 'OPERATOR',
  about: 'How many things wait in each queue, and the last proof of the books.',
  input: nothing,
  output: z.object({ queues: Queues, proof: BookProofAnswer.nullable() }),
  refuses: [],
})

const Tally = z.object({ Reason: z.string(), Count })

export const operatorToday = call('POST', 'admin/today', {
  who: 'OPERATOR',
  about:
    'The network now: money of the Seoul day, requests and invalid traffic of the UTC day, health of the parts.',
  input: nothing,
  output: z.object({
    today: z.object({
      Time,
      Spend: Money,
      Revenue: Money,
      Impressions: Count,
      /** Counted events of the Seoul day, all kinds. */
      Events: Count,
      Requests: Count,
      Served: Count,
      Invalid: Count,
    }),
    /** How requests of the UTC day were answered, served ones left out. */
    answers: z.array(Tally),
    /** Why ads did not serve, UTC day. */
    noServe: z.array(Tally),
    health: z.array(
      z.object({ Part: z.enum(healthParts), State: z.enum(healthStates), Time: Time.nullable() }),
    ),
  }),
  refuses: [],
})

export const operatorDays = call('POST', 'admin/days', {
  who: 'OPERATOR',
  about: 'Spend, publishers’ revenue and impressions of the last 14 Seoul days, oldest first.',
  input: nothing,
  output: z.object({
    days: z.array(z.object({ Day: DateText, Spend: Money, Revenue: Money, Impressions: Count })),
  }),
  refuses: [],
})

export const revokeKey = call('POST', 'admin/app/revoke-key', {
  who: 'ADMINISTRATORS',
  about: 'Takes an app’s API key away, or turns down its request for one.',
  input: z.object({ appID: Id }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

export const adminGetPayout = call('POST', 'admin/payout/get', {
  who: 'OPERATOR',
  about: 'What a payout request is made of, its documents, and the invalid traffic of the 30 days before it.',
  input: z.object({ requestID: Id }),
  output: z.object({
    detail: z.object({
      RequestID: Id,
      Num: Count,
      Status: z.enum(payoutStatuses),
      /** Months of revenue, oldest first, whose parts add up to the amount; the month is empty for corrections. */
      MadeOf: z.array(z.object({ Month: DateText, Part: Money })),
      /** What was payable when it was asked for. */
      Payable: Money,
      /** Of the account as it stands now. */
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

export const adminListMessages = call('POST', 'admin/message/list', {
  who: 'OPERATOR',
  about: 'Contact messages; open ones oldest first, closed ones newest first.',
  input: z.object({ state: z.enum(messageStates).default('OPEN'), pageNo: page }),
  output: z.object({
    messages: z.array(
      z.object({
        MessageID: Id,
        Name: z.string(),
        Email: z.string(),
        Company: z.string(),
        Mobile: z.string(),
        Message: z.string(),
        ReceivedTime: Time,
        ClosedTime: Time.nullable(),
        ClosedBy: z.string(),
      }),
    ),
    rowCount: Count,
  }),
  refuses: [],
})

export const closeMessage = call('POST', 'admin/message/close', {
  who: 'ADMINISTRATORS',
  about: 'Closes a contact message.',
  input: z.object({ messageID: Id }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

const CustomerRow = z.object({
  CustID: Id,
  Type: z.enum(customerTypes),
  Email: z.string(),
  Company: z.string(),
  Name: z.string(),
  Cash: Money,
  Revenue: Money,
  Reserved: Money,
  BlockedTime: Time.nullable(),
  BlockedReason: z.string(),
  IsDemo: z.boolean(),
  RegistTime: Time,
})

export const adminListCustomers = call('POST', 'admin/customer/list', {
  who: 'OPERATOR',
  about: 'Customers by e-mail, company, name or number, newest first.',
  input: z.object({
    text: search,
    type: z.enum(customerTypes).optional(),
    blocked: z.boolean().optional(),
    pageNo: page,
  }),
  output: z.object({ customers: z.array(CustomerRow), rowCount: Count }),
  refuses: [],
})

export const adminGetCustomer = call('POST', 'admin/customer/get', {
  who: 'OPERATOR',
  about: 'One customer with what it owns.',
  input: z.object({ custID: Id }),
  output: z.object({
    customer: CustomerRow.extend({
      Timezone: z.string(),
      Mobile: z.string(),
      SignedIn: z.boolean(),
      Campaigns: Count,
      Ads: Count,
      Apps: Count,
      Units: Count,
    }),
  }),
  refuses: ['NO_PERMISSION'],
})

export const blockCustomer = call('POST', 'admin/customer/block', {
  who: 'ADMINISTRATORS',
  about:
    'Blocks a customer: the session ends, sign-in is refused, ads stop serving, units answer AD_DISABLED.',
  input: z.object({ custID: Id, reason }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

export const unblockCustomer = call('POST', 'admin/customer/unblock', {
  who: 'ADMINISTRATORS',
  about: 'Lets a blocked customer in again.',
  input: z.object({ custID: Id }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
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

export const adminListDevices = call('POST', 'admin/device/list', {
  who: 'OPERATOR',
  about: 'Blocked devices, newest first.',
  input: z.object({ text: search, pageNo: page }),
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
  about: 'Blocks a device: the SDK is answered IS_BLOCKED and nothing it reports counts.',
  input: z.object({ deviceID: DeviceId, reason }),
  output: nothing,
  refuses: ['UNKNOWN'],
})

export const unblockDevice = call('POST', 'admin/device/unblock', {
  who: 'ADMINISTRATORS',
  about: 'Lets a blocked device in again.',
  input: z.object({ deviceID: DeviceId }),
  output: nothing,
  refuses: ['NO_PERMISSION'],
})

export const operatorBooks = call('POST', 'admin/money/books', {
  who: 'OPERATOR',
  about: 'The books by kind of account, and the last proof of them.',
  input: nothing,
  output: z.object({
    accounts: z.array(z.object({ Kind: z.enum(ledgerKinds), Accounts: Count, Balance: Money })),
    proof: BookProofAnswer.nullable(),
  }),
  refuses: [],
})

export const proveBooksNow = call('POST', 'admin/money/prove', {
  who: 'ADMINISTRATORS',
  about: 'Adds up the whole of the books and keeps the result.',
  input: nothing,
  output: z.object({ proof: BookProofAnswer }),
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

const auditFilter = {
  actor: z.enum(auditActors).optional(),
  /** The customer's or operator's number. */
  actorID: Id.optional(),
  /** A part of the action, the entity, or what it became. */
  text: search,
  startDate: QueryDay,
  endDate: QueryDay,
}

const AuditRow = z.object({
  AuditID: z.number().int(),
  Time,
  Actor: z.enum(auditActors),
  ActorID: z.number().int().nullable(),
  ActorName: z.string(),
  Action: z.string(),
  Entity: z.string(),
  EntityID: z.number().int().nullable(),
  /** JSON text, or empty. */
  Was: z.string(),
  Became: z.string(),
})

export const listAudit = call('POST', 'admin/audit/list', {
  who: 'OPERATOR',
  about:
    'Every change: who, when, from what to what; newest first. Also how far the chain of hashes reaches.',
  input: z.object({ ...auditFilter, pageNo: page }),
  output: z.object({
    rows: z.array(AuditRow),
    /** Counted up to 100,000. */
    rowCount: Count,
    chain: z.object({ Until: z.number().int(), Head: z.string(), Time }).nullable(),
  }),
  refuses: ['UNKNOWN'],
})

export const exportAudit = call('POST', 'admin/audit/export', {
  who: 'OPERATOR',
  about: 'The same rows without pages, the newest 10,000.',
  input: z.object(auditFilter),
  output: z.object({ rows: z.array(AuditRow) }),
  refuses: ['UNKNOWN'],
})

export const operatorCalls = [
  operatorQueues,
  operatorToday,
  operatorDays,
  revokeKey,
  adminGetPayout,
  adminListMessages,
  closeMessage,
  adminListCustomers,
  adminGetCustomer,
  blockCustomer,
  unblockCustomer,
  customerStatement,
  adminListDevices,
  blockDevice,
  unblockDevice,
  operatorBooks,
  proveBooksNow,
  operatorMonths,
  invalidTraffic,
  listAudit,
  exportAudit,
] as const
