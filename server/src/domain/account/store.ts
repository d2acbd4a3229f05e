import type { CustomerType } from '@voltline/contract'
import type { CustomerId, Instant, Zone } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { at, type Query, sql } from '../../platform/database/sql.ts'
import { emailKey } from './email-key.ts'

export interface NewCustomer {
  type: CustomerType
  email: string
  passwordHash: string
  firstName: string
  lastName: string
  company: string
  zone: Zone
  /** Sealed by the program's key. */
  postbackSecret: Buffer
}

/** The constraint that an address with an account already breaks. */
export const oneAccountPerEmail = 'customer_email_key_key'

export const insertCustomer = (tx: Tx, customer: NewCustomer, now: Instant): Promise<CustomerId> =>
  tx.one(
    (row: Row) => row.customer_id as CustomerId,
    sql`
    insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                          postback_secret, registered_at, updated_at)
    values (${customer.type}, ${customer.email}, ${emailKey(customer.email)}, ${customer.passwordHash},
            ${customer.firstName}, ${customer.lastName}, ${customer.company}, ${customer.zone},
            ${customer.postbackSecret}, ${at(now)}, ${at(now)})
    returning customer_id`,
  )

export interface Account {
  customerId: CustomerId
  type: CustomerType
  email: string
  passwordHash: string
  firstName: string
  lastName: string
  company: string
  zone: Zone
  countryCode: string
  mobileNumber: string
  isBlocked: boolean
  registeredAt: Instant
}

const toAccount = (row: Row): Account => ({
  customerId: row.customer_id as CustomerId,
  type: row.type as CustomerType,
  email: row.email as string,
  passwordHash: row.password_hash as string,
  firstName: row.first_name as string,
  lastName: row.last_name as string,
  company: row.company as string,
  zone: row.timezone as Zone,
  countryCode: row.country_code as string,
  mobileNumber: row.mobile_number as string,
  isBlocked: row.blocked_at !== null,
  registeredAt: row.registered_at as Instant,
})

const columns = sql`customer_id, type, email, password_hash, first_name, last_name, company, timezone, country_code,
                    mobile_number, blocked_at, registered_at`

export const findByEmail = (session: ReadSession, email: string): Promise<Account | undefined> =>
  session.maybeOne(toAccount, sql`select ${columns} from customer where email_key = ${emailKey(email)}`)

/** A customer is never deleted, so a session's own is there. */
export const findById = (session: ReadSession, id: CustomerId): Promise<Account> =>
  session.one(toAccount, sql`select ${columns} from customer where customer_id = ${id}`)

/** Held until the transaction ends: sign-ins, resets and changes of one account follow one another. */
export const lockById = (tx: Tx, id: CustomerId): Promise<Account> =>
  tx.one(toAccount, sql`select ${columns} from customer where customer_id = ${id} for update`)

/** A change of the customer's own row. */
const save = async (tx: Tx, id: CustomerId, change: Query, now: Instant): Promise<void> => {
  await tx.run(sql`update customer set ${change}, updated_at = ${at(now)} where customer_id = ${id}`)
}

export const savePassword = (tx: Tx, id: CustomerId, passwordHash: string, now: Instant) =>
  save(tx, id, sql`password_hash = ${passwordHash}`, now)

export const saveName = (
  tx: Tx,
  id: CustomerId,
  name: { firstName: string; lastName: string },
  now: Instant,
) => save(tx, id, sql`first_name = ${name.firstName}, last_name = ${name.lastName}`, now)

export const saveCompany = (tx: Tx, id: CustomerId, company: string, now: Instant) =>
  save(tx, id, sql`company = ${company}`, now)

export const saveMobile = (tx: Tx, id: CustomerId, mobile: { code: string; number: string }, now: Instant) =>
  save(tx, id, sql`country_code = ${mobile.code}, mobile_number = ${mobile.number}`, now)

export const saveZone = (tx: Tx, id: CustomerId, zone: Zone, now: Instant) =>
  save(tx, id, sql`timezone = ${zone}`, now)

export async function noteConfirmedPassword(tx: Tx, sessionId: bigint, now: Instant): Promise<void> {
  await tx.run(sql`update session set password_confirmed_at = ${at(now)} where session_id = ${sessionId}`)
}

/** Whether a publisher has submitted payout documents. */
export const hasPayoutAccount = (session: ReadSession, id: CustomerId): Promise<boolean> =>
  session.one(
    (row: Row) => row.submitted === true,
    sql`select exists (select from payout_account where customer_id = ${id}) as submitted`,
  )
