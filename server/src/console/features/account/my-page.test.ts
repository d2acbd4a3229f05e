import {
  adMyPage,
  changeCompany,
  changeMobile,
  changeName,
  changeTimezone,
  confirmPw,
  phoneCountries,
  pubMyPage,
  signin,
} from '@voltline/contract'
import { hour, micros, minute, won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { type CustomerClient, testPassword, useTestServer } from '../../../../testing/test-server.ts'
import type { AdvertiserDayRow } from '../../../platform/database/rows.ts'
import { sql } from '../../../platform/database/sql.ts'

const server = useTestServer({ VOLTLINE_NOW: '2026-11-03T00:00:00Z' })

const confirm = (customer: CustomerClient) => customer.ok(confirmPw, { pw: testPassword })
const myPage = async (customer: CustomerClient) => (await customer.ok(adMyPage, {})).customer

const auditOf = (customer: CustomerClient, action: string) =>
  server.db.read((reader) =>
    reader.rows(sql`
      select entity, entity_id, was, became from audit
       where customer_id = ${customer.id} and action = ${action} order by audit_id`),
  )

describe('account/ad-my-page and pub-my-page', () => {
  test('API-23 MYPAGE-02 MYPAGE-16 an advertiser sees the account with its cash, to the micro', async () => {
    const customer = await server.customer('ADVERTISER', { cash: micros(7_999_999_999_999_999n) })
    const reply = await customer.call(adMyPage, {})
    expect(reply.value?.customer).toEqual({
      Email: customer.email,
      FirstName: 'Mina',
      LastName: 'Kim',
      Company: 'Company',
      TimezoneName: 'Asia/Seoul',
      CountryCode: 'KR',
      MobileNumber: '',
      Type: 'ADVERTISER',
      Cash: micros(7_999_999_999_999_999n),
    })
  })

  test('MYPAGE-16 API-23 a new advertiser’s cash is 0', async () => {
    const customer = await server.customer('ADVERTISER')
    expect((await myPage(customer)).Cash).toBe(0n)
  })

  test('API-24 MYPAGE-19 STATE-02 a publisher sees custID 0 until documents are submitted, and the payable amount', async () => {
    const publisher = await server.customer('PUBLISHER')
    expect(await publisher.ok(pubMyPage, {})).toMatchObject({
      customer: { Email: publisher.email, Type: 'PUBLISHER', CountryCode: 'KR' },
      custID: 0,
      revenue: 0n,
    })
    await server.db.transaction(async (tx) => {
      const now = new Date(server.now)
      await tx.run(sql`
        insert into file (name, customer_id, folder, content_type, bytes_max, is_private, issued_at, expires_at)
        values (${`bb-${publisher.id}`}, ${publisher.id}, 'bankbook', 'image/png', 1, true, ${now}, ${now})`)
      await tx.run(sql`
        insert into payout_account (customer_id, name, bank, number, country_code, mobile_number, bank_book, certificate,
                                    changed_at, updated_at)
        values (${publisher.id}, 'Mina Kim', 'Bank', '1', 'KR', '1', ${`bb-${publisher.id}`}, ${`bb-${publisher.id}`},
                ${now}, ${now})`)
      await tx.run(sql`
        insert into revenue_month values (${publisher.id}, '2026-09-01', ${250_000_999_999n}, 10, ${now}),
                                         (${publisher.id}, '2026-10-01', ${100_000_000_001n}, 10, ${now})`)
      await tx.run(sql`
        insert into payout_request (customer_id, window_month, amount_won, status, name, bank, number,
                                    account_changed, requested_at)
        values (${publisher.id}, '2026-10-01', 150000, 'HOLD', 'Mina Kim', 'Bank', '1', false, ${now})`)
    })
    expect(await publisher.ok(pubMyPage, {})).toMatchObject({
      custID: publisher.id,
      revenue: micros(200_001_000_000n),
    })
  })
})

describe('changes that need the password', () => {
  const changes = [
    [changeName, { firstName: '하늘', lastName: '이' }, { FirstName: '하늘', LastName: '이' }],
    [changeCompany, { company: 'New Company' }, { Company: 'New Company' }],
    [changeMobile, { code: 'US', number: '2025550123' }, { CountryCode: 'US', MobileNumber: '2025550123' }],
  ] as const

  test('MYPAGE-04 MYPAGE-05 MYPAGE-09 MYPAGE-10 MYPAGE-11 MYPAGE-15 API-19 API-20 API-22 after a confirmed password they are saved', async () => {
    const customer = await server.customer('ADVERTISER')
    await confirm(customer)
    for (const [call, input, shown] of changes) {
      expect((await customer.call(call, input)).error).toBe('SUCCESS')
      expect(await myPage(customer)).toMatchObject(shown)
    }
  })

  test('MYPAGE-09 MYPAGE-10 MYPAGE-11 MYPAGE-12 without it they return INVALID_PW and change nothing', async () => {
    const customer = await server.customer('ADVERTISER')
    const before = await myPage(customer)
    await customer.call(confirmPw, { pw: 'voltline-2027' })
    for (const [call, input] of changes) {
      expect(await customer.call(call, input)).toMatchObject({ status: 200, error: 'INVALID_PW' })
    }
    expect(await myPage(customer)).toEqual(before)
  })

  test('MYPAGE-12 a confirmed password is remembered for 5 minutes', async () => {
    const customer = await server.customer('ADVERTISER')
    await confirm(customer)
    await server.advance(5 * minute - 5_000)
    await customer.ok(changeCompany, { company: 'In time' })
    await server.advance(5_000)
    expect((await customer.call(changeCompany, { company: 'Too late' })).error).toBe('INVALID_PW')
  })

  test('MYPAGE-12 it counts for its session only, not after a new sign-in', async () => {
    const customer = await server.customer('ADVERTISER')
    await confirm(customer)
    const again = await server.signInAgain(customer)
    expect((await again.call(changeCompany, { company: 'Other' })).error).toBe('INVALID_PW')
  })

  test('every change is audited with the values before and after', async () => {
    const customer = await server.customer('ADVERTISER')
    await confirm(customer)
    await customer.ok(changeName, { firstName: 'Ada', lastName: 'Lee' })
    expect(await auditOf(customer, changeName.path)).toEqual([
      {
        entity: 'customer',
        entity_id: BigInt(customer.id),
        was: { firstName: 'Mina', lastName: 'Kim' },
        became: { firstName: 'Ada', lastName: 'Lee' },
      },
    ])
  })

  test('VALID-12 VALID-13 VALID-14 VALID-17 wrong values are a 400 and change nothing', async () => {
    const customer = await server.customer('ADVERTISER')
    await confirm(customer)
    const before = await myPage(customer)
    const wrong = [
      [changeName, { firstName: '', lastName: 'Kim' }],
      [changeName, { firstName: 'Mina', lastName: ' ' }],
      [changeCompany, { company: '' }],
      [changeCompany, { company: 'x'.repeat(256) }],
      [changeMobile, { code: 'KR', number: '' }],
      [changeMobile, { code: 'KR', number: '010-1234' }],
      [changeMobile, { code: 'KR', number: '１２３４' }],
      [changeMobile, { code: 'KR', number: '1'.repeat(21) }],
      [changeMobile, { code: 'ZZ', number: '1012345678' }],
      [changeMobile, { code: 'kr', number: '1012345678' }],
      [changeMobile, { code: '+82', number: '1012345678' }],
    ] as const
    for (const [call, input] of wrong) {
      expect([input, (await customer.call(call, input)).status]).toEqual([input, 400])
    }
    expect(await myPage(customer)).toEqual(before)
  })

  test('MYPAGE-06 MYPAGE-07 every country of the list is accepted', async () => {
    const customer = await server.customer('ADVERTISER')
    await confirm(customer)
    for (const code of [phoneCountries[0], phoneCountries.at(-1), 'GG']) {
      await customer.ok(changeMobile, { code: code ?? '', number: '1012345678' })
    }
  })
})

describe('account/change-timezone', () => {
  test('MYPAGE-13 MYPAGE-14 API-21 returns the zone’s details as of today and saves the zone', async () => {
    const customer = await server.customer('ADVERTISER')
    const zones = [
      ['America/New_York', { TimezoneOffset: -300, Iso2: 'US', ShortName: 'EST' }],
      ['Asia/Kolkata', { TimezoneOffset: 330, Iso2: 'IN', ShortName: 'IST' }],
      ['UTC', { TimezoneOffset: 0, Iso2: '', ShortName: 'UTC' }],
      ['Asia/Seoul', { TimezoneOffset: 540, Iso2: 'KR', ShortName: 'KST' }],
    ] as const
    for (const [timezone, row] of zones) {
      expect((await customer.ok(changeTimezone, { timezone })).row).toEqual(row)
      expect((await myPage(customer)).TimezoneName).toBe(timezone)
    }
    const { user } = await server.client().ok(signin, { email: customer.email, pw: testPassword })
    expect(user.TimezoneOffset).toBe(540)
  })

  test('ERR-09 VALID-15 an unknown zone returns UNKNOWN_TIMEZONE and changes nothing', async () => {
    const customer = await server.customer('PUBLISHER')
    for (const timezone of ['', 'Nowhere/Town', '+09:00', 'Asia/Seoul\u0000']) {
      const reply = await customer.call(changeTimezone, { timezone })
      expect(reply).toMatchObject({ status: 200, error: 'UNKNOWN_TIMEZONE' })
    }
    expect((await customer.ok(pubMyPage, {})).customer.TimezoneName).toBe('Asia/Seoul')
  })

  const spendingDays = (customer: CustomerClient) =>
    server.db.read((reader) =>
      reader.many(
        (row) => [new Date(row.starts_at).toISOString(), new Date(row.ends_at).toISOString()],
        sql<Pick<AdvertiserDayRow, 'starts_at' | 'ends_at'>>`
        select starts_at, ends_at from advertiser_day where customer_id = ${customer.id} order by starts_at`,
      ),
    )

  test('changing zones gains no second day limit: the current day ends at the new zone’s next midnight', async () => {
    const advertiser = await server.customer('ADVERTISER', { cash: won(1_000) })
    await server.setClock('2026-11-10T03:00:00Z') // noon in Seoul
    const awake = await server.signInAgain(advertiser)
    await awake.ok(changeTimezone, { timezone: 'America/New_York' })
    expect(await spendingDays(advertiser)).toEqual([
      ['2026-11-08T15:00:00.000Z', '2026-11-09T15:00:00.000Z'],
      ['2026-11-09T15:00:00.000Z', '2026-11-11T05:00:00.000Z'],
    ])
    await server.advance(hour)
    await awake.ok(changeTimezone, { timezone: 'Asia/Seoul' })
    expect((await spendingDays(advertiser)).at(-1)).toEqual([
      '2026-11-09T15:00:00.000Z',
      '2026-11-11T15:00:00.000Z',
    ])
  })

  test('a publisher’s change records no spending day', async () => {
    const publisher = await server.customer('PUBLISHER')
    await publisher.ok(changeTimezone, { timezone: 'Europe/London' })
    expect(await spendingDays(publisher)).toEqual([])
  })
})
