import type { CustomerType } from '@voltline/contract'
import { type CustomerId, type Instant, ok, type Result, refuse, type Zone } from '@voltline/kernel'
import type { CustomerRow } from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'

export interface Customer {
  customerId: CustomerId
  type: CustomerType
  email: string
  firstName: string
  lastName: string
  company: string
  zone: Zone
  countryCode: string
  mobileNumber: string
  blockedAt: Instant | undefined
  blockedReason: string
  isDemo: boolean
  registeredAt: Instant
}

export type CustomerColumns = Omit<
  CustomerRow,
  'email_key' | 'password_hash' | 'postback_secret' | 'updated_at'
>

/** The columns of `CustomerColumns`; the table is named `c` in the query. */
export const customerColumns = sql`
  c.customer_id, c.type, c.email, c.first_name, c.last_name, c.company, c.timezone, c.country_code, c.mobile_number,
  c.blocked_at, c.blocked_reason, c.is_demo, c.registered_at`

export const toCustomer = (row: CustomerColumns): Customer => ({
  customerId: row.customer_id,
  type: row.type,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  company: row.company,
  zone: row.timezone,
  countryCode: row.country_code,
  mobileNumber: row.mobile_number,
  blockedAt: row.blocked_at ?? undefined,
  blockedReason: row.blocked_reason,
  isDemo: row.is_demo,
  registeredAt: row.registered_at,
})

export type Block = Pick<Customer, 'blockedAt' | 'blockedReason'>

export function block(customer: Block, reason: string, now: Instant): Result<Block, 'UNKNOWN'> {
  if (customer.blockedAt !== undefined) return refuse('UNKNOWN', 'the customer is already blocked')
  return ok({ blockedAt: now, blockedReason: reason })
}

export function unblock(customer: Block): Result<Block, 'UNKNOWN'> {
  if (customer.blockedAt === undefined) return refuse('UNKNOWN', 'the customer is not blocked')
  return ok({ blockedAt: undefined, blockedReason: '' })
}
