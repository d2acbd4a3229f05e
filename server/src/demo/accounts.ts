import type { CustomerType } from '@voltline/contract'
import type { CustomerId, Instant } from '@voltline/kernel'
import { emailKey } from '../domain/account/email/email-key.ts'
import type { Tx } from '../platform/database/database.ts'
import { at, sql } from '../platform/database/sql.ts'
import { randomToken, type Secrets } from '../platform/secrets.ts'

/** The one password of every demo account. */
export const demoPassword = 'voltline-2026'

export interface DemoAccount {
  email: string
  type: CustomerType
  firstName: string
  lastName: string
  company: string
}

const account = (
  email: string,
  type: CustomerType,
  [firstName, lastName, company]: readonly [string, string, string],
): DemoAccount => ({ email, type, firstName, lastName, company })

export const advertiser = account('advertiser@voltline.test', 'ADVERTISER', ['Mina', 'Kim', 'Hanbit Games'])
export const publisher = account('publisher@voltline.test', 'PUBLISHER', ['Jun', 'Park', 'Maru Apps'])
export const rivals = [
  account('rival1@voltline.test', 'ADVERTISER', ['Sora', 'Lee', 'Bada Commerce']),
  account('rival2@voltline.test', 'ADVERTISER', ['Alex', 'Moore', 'Northwind Play']),
  account('rival3@voltline.test', 'ADVERTISER', ['Yuki', 'Tanaka', 'Kumo Studio']),
]
/** Owns the app of the playground, so that what visitors do there stays out of the publisher's reports. */
export const playground = account('playground@voltline.test', 'PUBLISHER', [
  'Play',
  'Ground',
  'Voltline Playground',
])
/** The playground's advertisers: what its visitors see is paid by them, and nobody else meets their ads. */
export const players = {
  moonjar: account('play-moonjar@voltline.test', 'ADVERTISER', ['Dal', 'Moon', 'Moonjar Studio']),
  orchard: account('play-orchard@voltline.test', 'ADVERTISER', ['Dain', 'Han', 'Orchard Lab']),
  harbor: account('play-harbor@voltline.test', 'ADVERTISER', ['Haru', 'Seo', 'Blue Harbor']),
  bean: account('play-bean@voltline.test', 'ADVERTISER', ['Bora', 'Choi', 'Bean Club']),
  ramen: account('play-ramen@voltline.test', 'ADVERTISER', ['Minho', 'Yoon', 'Quick Kitchen']),
  pitcher: account('play-pitcher@voltline.test', 'ADVERTISER', ['Jae', 'Oh', 'Ninth Inning']),
  kyoto: account('play-kyoto@voltline.test', 'ADVERTISER', ['Aoi', 'Mori', 'Kansai Rail']),
  dark: account('play-dark@voltline.test', 'ADVERTISER', ['Noa', 'Kang', 'After Hours']),
} as const
const operatorEmail = 'admin@voltline.test'

/** What the start prints. */
export const demoAccounts: readonly { role: string; email: string }[] = [
  { role: 'Advertiser', email: advertiser.email },
  { role: 'Publisher', email: publisher.email },
  { role: 'Operator (/admin/signin)', email: operatorEmail },
  ...rivals.map((rival) => ({ role: 'Rival advertiser', email: rival.email })),
]

export async function addCustomer(
  tx: Tx,
  customer: DemoAccount,
  parts: { secrets: Secrets; passwordHash: string; at: Instant },
): Promise<CustomerId> {
  const moment = at(parts.at)
  return tx.one(
    (row) => row.customer_id as CustomerId,
    sql`
    insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                          country_code, mobile_number, postback_secret, is_demo, registered_at, updated_at)
    values (${customer.type}, ${customer.email}, ${emailKey(customer.email)}, ${parts.passwordHash},
            ${customer.firstName}, ${customer.lastName}, ${customer.company}, 'Asia/Seoul', 'KR', '1012345678',
            ${parts.secrets.seal('postback-secret', randomToken())}, true, ${moment}, ${moment})
    returning customer_id`,
  )
}

export const addOperator = (tx: Tx, passwordHash: string, moment: Instant): Promise<number> =>
  tx.run(sql`
    insert into operator (email, email_key, password_hash, admin_group, registered_at)
    values (${operatorEmail}, ${emailKey(operatorEmail)}, ${passwordHash}, 'ADMINISTRATORS', ${at(moment)})`)
