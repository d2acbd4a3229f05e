import { z } from 'zod'
import { call } from './common/call.ts'
import { adminGroups, customerTypes } from './common/enums.ts'
import {
  BodyPageNo,
  Count,
  Email,
  Id,
  Money,
  nothing,
  Reason,
  SearchText,
  Time,
  TriedPassword,
} from './common/fields.ts'

export const Operator = z.object({ Group: z.enum(adminGroups), CustID: Id, SessionKey: z.string() })
export type Operator = z.output<typeof Operator>

export const adminSignin = call('POST', 'admin/signin', {
  who: 'PUBLIC',
  about:
    'Signs an operator in. Operators are not customers. An unknown address is refused like a wrong password.',
  input: z.object({ email: Email, pw: TriedPassword }),
  output: z.object({ accessToken: z.string(), user: Operator }),
  refuses: ['INVALID_PW', 'TRYAGAIN_LATER'],
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

/** The states of a contact message. */
export const messageStates = ['OPEN', 'CLOSED'] as const

export const adminListMessages = call('POST', 'admin/message/list', {
  who: 'OPERATOR',
  about: 'Contact messages: open messages oldest first, closed messages newest first.',
  input: z.object({ state: z.enum(messageStates).default('OPEN'), pageNo: BodyPageNo }),
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
    text: SearchText,
    type: z.enum(customerTypes).optional(),
    blocked: z.boolean().optional(),
    pageNo: BodyPageNo,
  }),
  output: z.object({ customers: z.array(CustomerRow), rowCount: Count }),
  refuses: [],
})

export const adminGetCustomer = call('POST', 'admin/customer/get', {
  who: 'OPERATOR',
  about: 'One customer, with counts of its campaigns, ads, apps and units.',
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
    'Blocks a customer: the session ends, sign-in is refused, ads stop serving, units return AD_DISABLED.',
  input: z.object({ custID: Id, reason: Reason }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

export const unblockCustomer = call('POST', 'admin/customer/unblock', {
  who: 'ADMINISTRATORS',
  about: 'Unblocks a customer.',
  input: z.object({ custID: Id }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

export const operatorCalls = [
  adminSignin,
  adminSignout,
  adminMe,
  adminListMessages,
  closeMessage,
  adminListCustomers,
  adminGetCustomer,
  blockCustomer,
  unblockCustomer,
] as const
