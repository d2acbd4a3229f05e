import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { AdminGroup, adminSignin, Received } from '@voltline/contract'
import { type CustomerId, instant, won, type Zone } from '@voltline/kernel'
import sharp from 'sharp'
import { insertCustomer } from '../../server/src/domain/account/customer-store.ts'
import { insertOperator } from '../../server/src/domain/account/operator-store.ts'
import { outside, reservedOf } from '../../server/src/domain/ledger/account.ts'
import { post } from '../../server/src/domain/ledger/ledger.ts'
import type { Database, Tx } from '../../server/src/platform/database/database.ts'
import type { PayoutRequestRow } from '../../server/src/platform/database/rows.ts'
import { at, sql } from '../../server/src/platform/database/sql.ts'
import { freshEmail, signInByCall } from '../support/people.ts'
import { password, passwordHash } from '../support/program.ts'

const now = () => instant(Date.now())

export interface OperatorPerson {
  email: string
  session: Received<typeof adminSignin>
}

export async function addOperator(
  db: Database,
  request: APIRequestContext,
  group: AdminGroup,
): Promise<OperatorPerson> {
  const email = freshEmail('operator')
  const account = { email, passwordHash: await passwordHash(), group }
  await db.transaction((tx) => insertOperator(tx, account, now()))
  const response = await request.post('/api/v1/admin/signin', { data: { email, pw: password } })
  const session = await response.json()
  expect(session.error).toBe('SUCCESS')
  return { email, session }
}

export async function openConsole(page: Page, operator: OperatorPerson, path: string): Promise<void> {
  await page.goto('/robots.txt')
  const { accessToken, user } = operator.session
  await page.evaluate((text) => localStorage.setItem('operator', text), JSON.stringify({ accessToken, user }))
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

export interface Person {
  id: CustomerId
  email: string
  company: string
}

export async function addCustomer(
  db: Database,
  type: 'ADVERTISER' | 'PUBLISHER',
  company: string,
): Promise<Person> {
  const email = freshEmail(type.toLowerCase())
  const account = {
    ...{ type, email, company, firstName: 'Dain', lastName: 'Han', zone: 'Asia/Seoul' as Zone },
    passwordHash: await passwordHash(),
    // Only postbacks would read it.
    postbackSecret: Buffer.from('none'),
  }
  return { id: await db.transaction((tx) => insertCustomer(tx, account, now())), email, company }
}

export function addApp(db: Database, owner: Person, app: { name: string; asksForKey?: boolean }) {
  const store = `https://play.google.com/store/apps/details?id=kr.${owner.id}.${app.name.toLowerCase()}`
  return db.transaction((tx) =>
    tx.run(sql`
      insert into app (customer_id, name, platform, store_url, approval, api_key_status, registered_at, updated_at)
      values (${owner.id}, ${app.name}, 'AOS', ${store}, ${app.asksForKey ?? false}, ${app.asksForKey ? 0 : -1},
              ${at(now())}, ${at(now())})`),
  )
}

export const addMessage = (db: Database, name: string) =>
  db.transaction((tx) =>
    tx.run(sql`
      insert into contact_message (name, email, company, mobile, message, received_at)
      values (${name}, 'dain@orchardlab.kr', 'Orchard Lab', '01012345678', ${`Hello from ${name}\nSecond line`},
              ${at(now())})`),
  )

/** Uploads both documents and saves the bank account, by the calls that the screens make. */
async function keepAccount(request: APIRequestContext, owner: Person): Promise<void> {
  const { accessToken, user } = await signInByCall(request, owner.email)
  const headers = {
    authorization: `Bearer ${accessToken}`,
    custid: String(user.CustID),
    sessionkey: user.SessionKey,
  }
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#2746e0' } })
    .png()
    .toBuffer()
  const names: string[] = []
  for (const folder of ['bankbook', 'certificate']) {
    const issued = await request.post('/api/v1/account/s3-get-signed-url', {
      headers,
      multipart: { folder, uploadFiles: { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('-') } },
    })
    const { urls } = await issued.json()
    const link = new URL(urls[0].uploadURL)
    const put = await request.put(`${link.pathname}${link.search}`, {
      data: bytes,
      headers: { 'content-type': 'image/png' },
    })
    expect(put.status()).toBe(200)
    names.push(urls[0].filename)
  }
  const account = { name: owner.company, bank: 'Namsan Bank', number: '604118009146', countryCode: 'KR' }
  const kept = await request.post('/api/v1/account/modify-account', {
    headers,
    data: { ...account, mobileNumber: '1012345678', bankBook: names[0], certificate: names[1] },
  })
  expect((await kept.json()).error).toBe('SUCCESS')
}

async function earn(tx: Tx, owner: Person, amountWon: number): Promise<void> {
  const moment = at(now())
  await tx.run(sql`
    insert into revenue_month (customer_id, month, revenue_micros, impressions, closed_at)
    values (${owner.id}, '2026-08-01', ${won(100_000)}, 1000, ${moment}),
           (${owner.id}, '2026-09-01', ${won(amountWon)}, 2000, ${moment})`)
  const to = [[reservedOf(owner.id), won(amountWon)]] as const
  await post(tx, [{ key: `browser-test/${owner.id}`, kind: 'CREDIT', from: outside, to, at: now() }])
}

/** A publisher with documents that has applied for a payout. */
export async function addPayout(
  db: Database,
  request: APIRequestContext,
  payout: { company: string; amountWon: number; accountChanged?: boolean },
): Promise<Person & { requestId: number }> {
  const owner = await addCustomer(db, 'PUBLISHER', payout.company)
  await keepAccount(request, owner)
  const requestId = await db.transaction(async (tx) => {
    await earn(tx, owner, payout.amountWon)
    return tx.one(
      (row) => row.request_id,
      sql<Pick<PayoutRequestRow, 'request_id'>>`
      insert into payout_request (customer_id, window_month, amount_won, status, name, bank, number, account_changed,
                                  requested_at)
      values (${owner.id}, '2026-10-01', ${payout.amountWon}, 'WAITING', ${payout.company}, 'Namsan Bank',
              '604118009146', ${payout.accountChanged ?? false}, ${at(now())})
      returning request_id`,
    )
  })
  return { ...owner, requestId }
}
