import type { CustomerType } from '@voltline/contract'
import type { CustomerId, Instant, Zone } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { CustomerRow } from '../../platform/database/rows.ts'
import { at, type Query, sql } from '../../platform/database/sql.ts'
import { type Customer, type CustomerColumns, customerColumns, toCustomer } from './customer.ts'
import { emailKey } from './email/email-key.ts'

export interface NewCustomer {
  type: CustomerType
  email: string
  passwordHash: string
  firstName: string
  lastName: string
  company: string
  zone: Zone
  /** Encrypted with the program's key. */
  postbackSecret: Buffer
}

/** The unique constraint on a customer's e-mail address. */
export const oneAccountPerEmail = 'customer_email_key_key'

export const insertCustomer = (tx: Tx, customer: NewCustomer, now: Instant): Promise<CustomerId> =>
  tx.one(
    (row) => row.customer_id,
    sql<Pick<CustomerRow, 'customer_id'>>`
    insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                          postback_secret, registered_at, updated_at)
    values (${customer.type}, ${customer.email}, ${emailKey(customer.email)}, ${customer.passwordHash},
            ${customer.firstName}, ${customer.lastName}, ${customer.company}, ${customer.zone},
            ${customer.postbackSecret}, ${at(now)}, ${at(now)})
    returning customer_id`,
  )

/** A customer with the hash of its password, for sign-in and password changes. */
export interface Account extends Customer {
  passwordHash: string
}

const toAccount = (row: CustomerColumns & Pick<CustomerRow, 'password_hash'>): Account => ({
  ...toCustomer(row),
  passwordHash: row.password_hash,
})

const selectAccount = (condition: Query) =>
  sql<CustomerColumns & Pick<CustomerRow, 'password_hash'>>`
  select ${customerColumns}, c.password_hash from customer c where ${condition}`

export const findAccountByEmail = (session: ReadSession, email: string): Promise<Account | undefined> =>
  session.maybeOne(toAccount, selectAccount(sql`c.email_key = ${emailKey(email)}`))

/** Customers are never deleted, so the customer of a session always exists. */
export const findAccount = (session: ReadSession, id: CustomerId): Promise<Account> =>
  session.one(toAccount, selectAccount(sql`c.customer_id = ${id}`))

/** Locked until the transaction ends: sign-ins, resets and changes of one account run one after another. */
export const lockAccount = (tx: Tx, id: CustomerId): Promise<Account> =>
  tx.one(toAccount, selectAccount(sql`c.customer_id = ${id} for update`))

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
