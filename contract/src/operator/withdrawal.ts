import { z } from 'zod'
import { call } from '../common/call.ts'
import { Count, Id, Line, nothing, PageNo, QueryOneOf, Reason, Time } from '../common/fields.ts'
import { withdrawalStatuses } from '../sdk.ts'

/** `shared_address`: withdrawals of two or more devices wait for the same address. */
export const withdrawalFlags = ['shared_address'] as const

export const WithdrawalRow = z.object({
  WithdrawID: Id,
  AppID: Id,
  DeviceID: z.string(),
  Address: z.string(),
  Volts: Count,
  Status: z.enum(withdrawalStatuses),
  RegistTime: Time,
  Flags: z.array(z.enum(withdrawalFlags)),
})

export const listWithdrawals = call('GET', 'admin/withdrawal/', {
  who: 'OPERATOR',
  about: 'Withdrawals of users, newest first, 10 per page; with format=csv all of the status as a file.',
  input: z.object({
    status: QueryOneOf(withdrawalStatuses),
    pageNo: PageNo,
    format: QueryOneOf(['json', 'csv']),
  }),
  output: z.object({
    withdrawals: z.array(WithdrawalRow),
    rowCount: Count,
    /** What may still be paid out, in volts. */
    pool: Count,
  }),
  refuses: [],
  files: ['text/csv'],
})

export const answerWithdrawal = call('POST', 'admin/withdrawal/answer', {
  who: 'ADMINISTRATORS',
  about: 'Settles a waiting withdrawal: PAID needs the transaction, RETURNED a reason.',
  input: z.object({
    withdrawID: Id,
    status: z.enum(['PAID', 'RETURNED']),
    transaction: Line().default(''),
    reason: Line(1_000).default(''),
  }),
  output: nothing,
  refuses: ['UNKNOWN'],
  movesMoney: true,
})

export const poolVoltsMax = 1_000_000_000_000

export const setWithdrawPool = call('POST', 'admin/withdrawal/pool', {
  who: 'ADMINISTRATORS',
  about: 'Sets how many volts may be paid out from now on.',
  input: z.object({ volts: z.number().int().min(0).max(poolVoltsMax), reason: Reason }),
  output: nothing,
  refuses: [],
})

export const withdrawalCalls = [listWithdrawals, answerWithdrawal, setWithdrawPool] as const
