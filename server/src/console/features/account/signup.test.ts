import {
  authMail,
  findEmail,
  findPassword,
  pubMyPage,
  recaptcha,
  signin,
  signup,
  verifyEmail,
} from '@voltline/contract'
import { day, hour, minute } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import {
  mailedToken,
  passHumanCheck,
  requestSignup,
  signUp,
  signupForm,
} from '../../../../testing/account-steps.ts'
import { testPassword, testPublicUrl, useTestServer } from '../../../../testing/test-server.ts'
import type { CustomerRow } from '../../../platform/database/rows.ts'
import { sql } from '../../../platform/database/sql.ts'

const server = useTestServer()

const accounts = (email: string) =>
  server.db.read((reader) => reader.rows(sql<CustomerRow>`select * from customer where email_key = ${email}`))

/** A browser that has passed the human check. */
async function human() {
  const browser = server.client()
  await passHumanCheck(browser)
  return browser
}

describe('account/auth-mail', () => {
  test('SIGNUP-04 SIGNUP-06 API-08 mails the link that continues the sign-up at our own address', async () => {
    const email = server.freshEmail('first+tag')
    const browser = await human()
    await browser.ok(authMail, { url: 'https://elsewhere.test/take-me', email })
    const [mail] = await server.mailsTo(email)
    expect(mail?.links).toHaveLength(1)
    const link = new URL(mail?.links[0] ?? '')
    expect(`${link.origin}${link.pathname}`).toBe(`${testPublicUrl}/`)
    expect(Object.fromEntries(link.searchParams)).toEqual({
      type: 'signup',
      email,
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(mail?.text).toContain(link.href)
  })

  test('SIGNUP-03 SIGNUP-01 ERR-27 without a passed human check it returns API_FORBIDDEN and mails nothing', async () => {
    const email = server.freshEmail()
    expect(await server.client().call(authMail, { email })).toMatchObject({
      status: 200,
      error: 'API_FORBIDDEN',
    })
    expect(await server.mailsTo(email)).toEqual([])
  })

  test('SIGNUP-03 a pass covers the call once, lasts 5 minutes, and a refusal does not use it up', async () => {
    const browser = await human()
    expect((await browser.call(authMail, { email: 'someone@gmail.com' })).error).toBe('ONLY_BUSINESSMAIL')
    expect((await browser.call(authMail, { email: server.freshEmail() })).error).toBe('SUCCESS')
    expect((await browser.call(authMail, { email: server.freshEmail() })).error).toBe('API_FORBIDDEN')
    const late = await human()
    await server.advance(5 * minute + 1_000)
    expect((await late.call(authMail, { email: server.freshEmail() })).error).toBe('API_FORBIDDEN')
  })

  test('SIGNUP-01 API-07 a wrong human check token grants no pass', async () => {
    const browser = server.client()
    expect((await browser.call(recaptcha, { token: 'guess' })).error).toBe('API_FORBIDDEN')
    expect((await browser.call(authMail, { email: server.freshEmail() })).error).toBe('API_FORBIDDEN')
    const cookie = (await human()).cookies
    expect(cookie.size).toBe(1)
  })

  test('SIGNUP-07 ERR-10 free-mail and disposable addresses are refused in every spelling', async () => {
    const browser = await human()
    const corpus = [
      'a@gmail.com',
      'A@GMAIL.COM',
      ' a@Naver.com ',
      'a+shop@hanmail.net',
      'a@mail.daum.net',
      'a@yahoo.co.kr',
      'a@hotmail.com',
      'a@kakao.com',
      'a@nate.com',
      'a@icloud.com',
      'a@outlook.com',
      'a@mailinator.com',
    ]
    for (const email of corpus) {
      expect([email, (await browser.call(authMail, { email })).error]).toEqual([email, 'ONLY_BUSINESSMAIL'])
    }
  })

  test('SIGNUP-08 ERR-04 an address with an account is refused with ALREADY_SIGNUP, in any case', async () => {
    const { email } = await server.customer('PUBLISHER')
    const browser = await human()
    for (const typed of [email, email.toUpperCase()]) {
      expect((await browser.call(authMail, { email: typed })).error).toBe('ALREADY_SIGNUP')
    }
    expect(await server.mailsTo(email)).toEqual([])
  })

  test('the mail is in the language of the page that requested it', async () => {
    const email = server.freshEmail()
    const browser = await human()
    browser.cookies.set('lang', 'ko')
    await browser.ok(authMail, { email })
    expect((await server.mailsTo(email))[0]?.subject).toBe('Voltline 가입 계속하기')
  })
})

describe('account/signup', () => {
  test('SIGNUP-23 STATE-01 API-09 both types can sign in immediately with the given password', async () => {
    for (const type of ['ADVERTISER', 'PUBLISHER'] as const) {
      const email = await signUp(server, type)
      const { user } = await server.client().ok(signin, { email, pw: testPassword })
      expect(user).toMatchObject({ Type: type, TimezoneOffset: 540, Iso2: 'KR', ShortName: 'KST' })
    }
  })

  test('SIGNUP-14 the account holds what the form sent, and no field that the form does not have', async () => {
    const email = server.freshEmail()
    const token = await requestSignup(server, email)
    const smuggled = {
      Cash: 1e9,
      cash: 1e9,
      custID: 7,
      CustID: 7,
      email: 'other@company.test',
      blocked_at: null,
    }
    await server.client().ok(signup, {
      ...signupForm(token, 'PUBLISHER'),
      ...smuggled,
      firstName: '  민아 ',
      timezoneName: 'europe/london',
    })
    const [row] = await accounts(email)
    expect(row).toMatchObject({
      type: 'PUBLISHER',
      email,
      first_name: '민아',
      last_name: 'Kim',
      company: 'Company',
      timezone: 'Europe/London',
      country_code: 'KR',
      mobile_number: '',
      blocked_at: null,
      is_demo: false,
    })
    expect(row?.password_hash).toMatch(/^\$argon2id\$/)
    const cash = await server.db.read((reader) =>
      reader.rows(sql`select 1 from ledger_account where customer_id = ${row?.customer_id}`),
    )
    expect(cash).toEqual([])
  })

  test('SIGNUP-17 SIGNUP-08 ERR-05 an account created in the meantime is refused with DUPLICATE_EMAIL', async () => {
    const email = server.freshEmail('Twice')
    const token = await requestSignup(server, email)
    await server.customer('PUBLISHER', { email: email.toLowerCase() })
    const reply = await server.client().call(signup, signupForm(token))
    expect(reply).toMatchObject({ status: 200, error: 'DUPLICATE_EMAIL' })
    expect(await accounts(email.toLowerCase())).toHaveLength(1)
  })

  test('SIGNUP-17 of ten concurrent sign-ups with one token exactly one creates the account', async () => {
    const email = server.freshEmail()
    const token = await requestSignup(server, email)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => server.client().call(signup, signupForm(token))),
    )
    expect(replies.map((reply) => reply.error).sort()).toEqual([
      ...Array.from({ length: 9 }, () => 'INVALID_CONFTOKEN'),
      'SUCCESS',
    ])
    expect(await accounts(email)).toHaveLength(1)
  })

  test('SIGNUP-18 ERR-08 unknown, used, replaced and foreign tokens return INVALID_CONFTOKEN', async () => {
    const email = server.freshEmail()
    const replaced = await requestSignup(server, email)
    const newest = await requestSignup(server, email)
    const other = await server.customer('ADVERTISER')
    await server.client().ok(findPassword, { email: other.email })
    const reset = await mailedToken(server, other.email)
    for (const token of ['', 'x', replaced, reset, newest.slice(0, -1), `${newest} `, newest.toUpperCase()]) {
      expect([token, (await server.client().call(signup, signupForm(token))).error]).toEqual([
        token,
        'INVALID_CONFTOKEN',
      ])
    }
    await server.client().ok(signup, signupForm(newest))
    expect((await server.client().call(signup, signupForm(newest))).error).toBe('INVALID_CONFTOKEN')
  })

  test('SIGNUP-19 ERR-06 the token is valid for 24 hours, then TOKEN_EXPIRED', async () => {
    const early = await requestSignup(server, server.freshEmail())
    const late = await requestSignup(server, server.freshEmail())
    await server.advance(day - minute)
    await server.client().ok(signup, signupForm(early))
    await server.advance(minute)
    expect((await server.client().call(signup, signupForm(late))).error).toBe('TOKEN_EXPIRED')
    expect((await server.client().call(verifyEmail, { token: late })).error).toBe('TOKEN_EXPIRED')
  })

  test('SIGNUP-20 ERR-09 a zone that does not exist is refused with UNKNOWN_TIMEZONE', async () => {
    const token = await requestSignup(server, server.freshEmail())
    for (const timezoneName of ['', 'Mars/Olympus', '+09:00', 'Asia/Seoul ', '../etc']) {
      const reply = await server.client().call(signup, { ...signupForm(token), timezoneName })
      expect(reply).toMatchObject({ status: 200, error: 'UNKNOWN_TIMEZONE' })
    }
    await server.client().ok(signup, { ...signupForm(token), timezoneName: 'UTC' })
  })

  test('SIGNUP-07 an address that became free mail in the meantime is refused at sign-up too', async () => {
    const email = server.freshEmail()
    const token = await requestSignup(server, email)
    await server.db.transaction((tx) =>
      tx.run(
        sql`update mail_token set email = 'x@gmail.com', email_key = 'x@gmail.com' where email = ${email}`,
      ),
    )
    expect((await server.client().call(signup, signupForm(token))).error).toBe('ONLY_BUSINESSMAIL')
  })

  test('VALID-04 VALID-05 VALID-06 VALID-07 VALID-12 VALID-13 VALID-14 ENUM-02 what the form rejects is a 400 on the server too', async () => {
    const token = await requestSignup(server, server.freshEmail())
    const wrong = [
      { pw: 'short1!' },
      { pw: 'seventeen-chars-1' },
      { pw: '12345678!' },
      { pw: 'letters-only' },
      { pw: 'letters123' },
      { firstName: '' },
      { firstName: '   ' },
      { lastName: '' },
      { company: '' },
      { company: 'x'.repeat(256) },
      { type: 'ADMIN' },
      { type: 'advertiser' },
      { type: ['PUBLISHER'] },
    ]
    for (const change of wrong) {
      const reply = await server.client().raw('/api/v1/account/signup', {
        method: 'POST',
        body: JSON.stringify({ ...signupForm(token), ...change }),
        headers: { 'content-type': 'application/json' },
      })
      expect([change, reply.status]).toEqual([change, 400])
      expect(await reply.json()).toMatchObject({ error: 'UNKNOWN' })
    }
    await server.client().ok(signup, { ...signupForm(token), pw: 'exactly-16-char1' })
  })

  test('SIGNUP-23 a new publisher has no documents and no revenue', async () => {
    const email = await signUp(server, 'PUBLISHER')
    const { accessToken, user } = await server.client().ok(signin, { email, pw: testPassword })
    const browser = server.client()
    browser.credentials = { accessToken, custId: String(user.CustID), sessionKey: user.SessionKey }
    expect(await browser.ok(pubMyPage, {})).toMatchObject({ custID: 0, revenue: 0n })
  })
})

describe('account/verify-email', () => {
  test('API-10 a valid token of either kind returns SUCCESS and stays valid', async () => {
    const token = await requestSignup(server, server.freshEmail())
    await server.client().ok(verifyEmail, { token })
    await server.client().ok(verifyEmail, { token })
    await server.client().ok(signup, signupForm(token))
    expect((await server.client().call(verifyEmail, { token })).error).toBe('INVALID_CONFTOKEN')
  })

  test('ERR-08 an unknown token returns INVALID_CONFTOKEN', async () => {
    expect(await server.client().call(verifyEmail, { token: 'nobody’s' })).toMatchObject({
      status: 200,
      error: 'INVALID_CONFTOKEN',
    })
  })
})

describe('account/find-email', () => {
  test('FIND-02 FIND-04 API-11 a registered address returns exist 1 with the address and its time', async () => {
    const customer = await server.customer('ADVERTISER', { zone: 'Asia/Kolkata' })
    const found = await server.client().ok(findEmail, { email: customer.email.toUpperCase() })
    expect(found).toEqual({ exist: 1, email: customer.email, registTime: expect.stringMatching(/\+05:30$/) })
    expect(Math.abs(Date.parse(found.registTime ?? '') - server.now)).toBeLessThan(hour)
  })

  test('FIND-03 an unknown address returns exist 0 and nothing else', async () => {
    const reply = await server.client().call(findEmail, { email: server.freshEmail() })
    expect(reply.body).toEqual({ error: 'SUCCESS', exist: 0 })
  })
})
