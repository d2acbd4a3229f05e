import type { CustomerType } from '@voltline/contract'
import { type CustomerId, type Instant, type OperatorId, seoul } from '@voltline/kernel'
import { insertCustomer, saveMobile } from '../domain/account/customer-store.ts'
import { insertOperator } from '../domain/account/operator-store.ts'
import type { Tx } from '../platform/database/database.ts'
import { randomToken, type Secrets } from '../platform/secrets.ts'
import { markAsDemo } from './store.ts'

/** The password of every demo account. */
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
/** Owns the playground's app, so that its visitors do not appear in the publisher's reports. */
export const playground = account('playground@voltline.test', 'PUBLISHER', [
  'Play',
  'Ground',
  'Voltline Playground',
])
/** The playground's advertisers. Their ads are shown only there. */
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

/** Printed at the start. */
export const demoAccounts: readonly { role: string; email: string }[] = [
  { role: 'Advertiser', email: advertiser.email },
  { role: 'Publisher', email: publisher.email },
  { role: 'Operator (/admin/signin)', email: operatorEmail },
  ...rivals.map((rival) => ({ role: 'Rival advertiser', email: rival.email })),
]

export async function addCustomer(
  tx: Tx,
  account: DemoAccount,
  services: { secrets: Secrets; passwordHash: string; at: Instant },
): Promise<CustomerId> {
  const { secrets, passwordHash, at } = services
  const postbackSecret = secrets.seal('postback-secret', randomToken())
  const id = await insertCustomer(tx, { ...account, passwordHash, zone: seoul, postbackSecret }, at)
  await saveMobile(tx, id, { code: 'KR', number: '1012345678' }, at)
  await markAsDemo(tx, id)
  return id
}

export const addOperator = (tx: Tx, passwordHash: string, at: Instant): Promise<OperatorId> =>
  insertOperator(tx, { email: operatorEmail, passwordHash, group: 'ADMINISTRATORS' }, at)
