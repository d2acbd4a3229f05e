import {
  adMyPage,
  authMail,
  changePassword,
  confirmVcode,
  findPassword,
  resetPassword,
  sendVcode,
  signin,
  signup,
  verifyEmail,
} from '@voltline/contract'
import { minute, second } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import {
  mailedToken,
  passHumanCheck,
  requestSignup,
  signupForm,
} from '../../../../../testing/account-steps.ts'
import type { Client } from '../../../../../testing/client.ts'
import { testPassword, testPublicUrl, useTestServer } from '../../../../../testing/test-server.ts'
import { countWrongCode } from '../../../../domain/account/mail-token/wrong-codes.ts'
import type { VerificationCodeRow } from '../../../../platform/database/rows.ts'
import { sql } from '../../../../platform/database/sql.ts'

const server = useTestServer()
const newPassword = 'another-2026!'

const signsIn = async (email: string, pw: string) => (await server.client().call(signin, { email, pw })).error

/** Requests the reset mail and returns its token. */
async function requestReset(email: string): Promise<string> {
  await server.client().ok(findPassword, { email })
  return mailedToken(server, email)
}

async function human(): Promise<Client> {
  const browser = server.client()
  await passHumanCheck(browser)
  return browser
}

/** Requests a code and reads it from the mail. */
async function requestCode(email: string): Promise<string> {
  await (await human()).ok(sendVcode, { email })
  const [mail] = await server.mailsTo(email)
  const code = /(?<!\d)\d{6}(?!\d)/.exec(mail?.text ?? '')?.[0]
  expect(code).toMatch(/^\d{6}$/)
  return code ?? ''
}

const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('account/find-password and reset-password', () => {
  test('FIND-05 FIND-06 API-12 mails a link to our own address, whatever url was sent', async () => {
    const { email } = await server.customer('ADVERTISER')
    await server
      .client()
      .ok(findPassword, { url: 'https://elsewhere.test/', email: ` ${email.toUpperCase()}` })
    const [mail] = await server.mailsTo(email)
    const link = new URL(mail?.links[0] ?? '')
    expect(`${link.origin}${link.pathname}`).toBe(`${testPublicUrl}/`)
    expect(Object.fromEntries(link.searchParams)).toEqual({
      type: 'findpw',
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  test('FIND-05 ERR-03 an unknown address returns NEED_SIGNUP and nothing is mailed', async () => {
    const email = server.freshEmail()
    expect((await server.client().call(findPassword, { email })).error).toBe('NEED_SIGNUP')
    expect(await server.mailsTo(email)).toEqual([])
  })

  test('FIND-08 FIND-11 FIND-12 API-13 the token sets the password of its own account and of no other', async () => {
    const customer = await server.customer('ADVERTISER')
    const other = await server.customer('ADVERTISER')
    const token = await requestReset(customer.email)
    await server.client().ok(verifyEmail, { token })
    const smuggled = { token, pw: newPassword, email: other.email, custID: other.id, customerId: other.id }
    await server.client().ok(resetPassword, smuggled)
    expect(await signsIn(customer.email, testPassword)).toBe('INVALID_PW')
    expect(await signsIn(customer.email, newPassword)).toBe('SUCCESS')
    expect(await signsIn(other.email, testPassword)).toBe('SUCCESS')
  })

  test('FIND-11 SESSION-14 a reset ends every session of the account', async () => {
    const customer = await server.customer('ADVERTISER')
    await server.client().ok(resetPassword, { token: await requestReset(customer.email), pw: newPassword })
    expect(await customer.call(adMyPage, {})).toMatchObject({ status: 401, error: 'NEED_SIGNIN' })
    expect((await server.mailsTo(customer.email))[0]?.subject).toContain('password was changed')
  })

  test('FIND-07 CONST-04 ERR-06 the link is valid for 3 minutes, then TOKEN_EXPIRED', async () => {
    const first = await server.customer('ADVERTISER')
    const tardy = await server.customer('ADVERTISER')
    const early = await requestReset(first.email)
    const late = await requestReset(tardy.email)
    await server.advance(3 * minute - 5 * second)
    await server.client().ok(resetPassword, { token: early, pw: newPassword })
    await server.advance(5 * second)
    for (const call of [verifyEmail, resetPassword] as const) {
      const reply = await server.client().call(call, { token: late, pw: newPassword })
      expect(reply.error).toBe('TOKEN_EXPIRED')
    }
    expect(await signsIn(tardy.email, testPassword)).toBe('SUCCESS')
  })

  test('ERR-08 used, replaced, altered and sign-up tokens return INVALID_CONFTOKEN', async () => {
    const { email } = await server.customer('ADVERTISER')
    const newcomer = server.freshEmail()
    await (await human()).ok(authMail, { email: newcomer })
    const replaced = await requestReset(email)
    const newest = await requestReset(email)
    const tokens = ['', replaced, await mailedToken(server, newcomer), `${newest}x`, newest.slice(1)]
    for (const token of tokens) {
      const reply = await server.client().call(resetPassword, { token, pw: newPassword })
      expect([token, reply.error]).toEqual([token, 'INVALID_CONFTOKEN'])
    }
    await server.client().ok(resetPassword, { token: newest, pw: newPassword })
    const again = await server.client().call(resetPassword, { token: newest, pw: 'third-2026!' })
    expect(again.error).toBe('INVALID_CONFTOKEN')
    expect(await signsIn(email, newPassword)).toBe('SUCCESS')
  })

  test('FIND-11 of two concurrent resets with one token one wins, and its password is the one that is set', async () => {
    const { email } = await server.customer('ADVERTISER')
    const token = await requestReset(email)
    const passwords = ['first-2026!', 'other-2026!']
    const replies = await Promise.all(
      passwords.map(async (pw) => ({
        pw,
        error: (await server.client().call(resetPassword, { token, pw })).error,
      })),
    )
    expect(replies.map((reply) => reply.error).sort()).toEqual(['INVALID_CONFTOKEN', 'SUCCESS'])
    for (const { pw, error } of replies) {
      expect(await signsIn(email, pw)).toBe(error === 'SUCCESS' ? 'SUCCESS' : 'INVALID_PW')
    }
  })

  test('of two mails requested concurrently only one link stays valid', async () => {
    const { email } = await server.customer('ADVERTISER')
    await Promise.all(Array.from({ length: 6 }, () => server.client().ok(findPassword, { email })))
    const tokens = (await server.mailsTo(email)).map((mail) =>
      new URL(mail.links[0] ?? '').searchParams.get('token'),
    )
    const replies = await Promise.all(
      tokens.map(async (token) => (await server.client().call(verifyEmail, { token: token ?? '' })).error),
    )
    expect(replies.filter((error) => error === 'SUCCESS')).toHaveLength(1)
  })

  test('tokens, codes and passwords are nowhere in the database in plain text', async () => {
    const { email } = await server.customer('ADVERTISER')
    const token = await requestReset(email)
    const code = await requestCode(email)
    const stored = await server.db.read((reader) =>
      reader.rows(sql<{ row: string }>`
        select m::text as row from mail_token m union all select v::text from verification_code v
        union all select a::text from audit a union all select h::text from human_pass h
        union all select s::text from session s union all select t::text from access_token t`),
    )
    const everything = stored.map(({ row }) => row).join('\n')
    expect(everything).not.toContain(token)
    expect(everything).not.toMatch(new RegExp(`\\b${code}\\b`))
    expect(everything).not.toContain(testPassword)
  })
})

describe('a common password', () => {
  const isRefused = {
    status: 400,
    error: 'UNKNOWN',
    detail: expect.stringContaining('most common passwords'),
  }

  test('VALID-04 is refused like one that breaks the rules by reset and change, and the token stays valid', async () => {
    const customer = await server.customer('ADVERTISER')
    const token = await requestReset(customer.email)
    const reset = (pw: string) => server.client().call(resetPassword, { token, pw })
    expect(await reset('Password1!')).toMatchObject(isRefused)
    const change = { oldPw: testPassword, newPw: '!Qwerty123' }
    expect(await customer.call(changePassword, change)).toMatchObject(isRefused)
    expect((await reset(newPassword)).error).toBe('SUCCESS')
  })

  test('VALID-04 is refused by sign-up, and the token stays valid', async () => {
    const token = await requestSignup(server, server.freshEmail())
    const form = signupForm(token)
    expect(await server.client().call(signup, { ...form, pw: 'password1!' })).toMatchObject(isRefused)
    await server.client().ok(signup, form)
  })
})

describe('account/send-vcode and confirm-vcode', () => {
  test('VCODE-01 VCODE-02 without a passed human check both return API_FORBIDDEN and do nothing', async () => {
    const { email } = await server.customer('ADVERTISER')
    expect((await server.client().call(sendVcode, { email })).error).toBe('API_FORBIDDEN')
    expect(await server.mailsTo(email)).toEqual([])
    const code = await requestCode(email)
    expect((await server.client().call(confirmVcode, { email, code })).error).toBe('API_FORBIDDEN')
    await (await human()).ok(confirmVcode, { email, code })
  })

  test('VCODE-04 VCODE-05 API-14 API-15 CONST-05 the right code returns a token that sets the password', async () => {
    const { email } = await server.customer('ADVERTISER')
    const code = await requestCode(email)
    const browser = await human()
    const { token } = await browser.ok(confirmVcode, { email: email.toUpperCase(), code })
    await server.client().ok(resetPassword, { token, pw: newPassword })
    expect(await signsIn(email, newPassword)).toBe('SUCCESS')
  })

  test('VCODE-05 a code works once', async () => {
    const { email } = await server.customer('ADVERTISER')
    const code = await requestCode(email)
    await (await human()).ok(confirmVcode, { email, code })
    expect((await (await human()).call(confirmVcode, { email, code })).error).toBe('INVALID_VCODE')
  })

  test('VCODE-06 ERR-22 a wrong code, a code of another address and an unknown address return INVALID_VCODE', async () => {
    const { email } = await server.customer('ADVERTISER')
    const other = await server.customer('ADVERTISER')
    const code = await requestCode(email)
    const otherCode = await requestCode(other.email)
    const browser = await human()
    const guesses = [
      [email, anotherCode(code)],
      [email, otherCode === code ? anotherCode(code) : otherCode],
      [server.freshEmail(), code],
    ] as const
    for (const [address, guess] of guesses) {
      const reply = await browser.call(confirmVcode, { email: address, code: guess })
      expect(reply).toMatchObject({ status: 200, error: 'INVALID_VCODE' })
    }
    await browser.ok(confirmVcode, { email, code })
  })

  test('VALID-19 VALID-20 VALID-21 a malformed code is INVALID_VCODE, not a 400', async () => {
    const { email } = await server.customer('ADVERTISER')
    const browser = await human()
    for (const code of ['', '12345', '1234567', 'abcdef', '12 456', '１２３４５６']) {
      const reply = await browser.call(confirmVcode, { email, code })
      expect([code, reply.status, reply.error]).toEqual([code, 200, 'INVALID_VCODE'])
    }
  })

  test('VCODE-07 CONST-05 ERR-23 after 3 minutes the code returns VCODE_EXPIRED', async () => {
    const { email } = await server.customer('ADVERTISER')
    const early = await requestCode(email)
    await server.advance(3 * minute - 5 * second)
    await (await human()).ok(confirmVcode, { email, code: early })
    const late = await requestCode(email)
    await server.advance(3 * minute)
    expect((await (await human()).call(confirmVcode, { email, code: late })).error).toBe('VCODE_EXPIRED')
  })

  test('VCODE-05 a newer code replaces the older', async () => {
    const { email } = await server.customer('ADVERTISER')
    const older = await requestCode(email)
    const newer = await requestCode(email)
    const browser = await human()
    if (older !== newer) {
      expect((await browser.call(confirmVcode, { email, code: older })).error).toBe('INVALID_VCODE')
    }
    await browser.ok(confirmVcode, { email, code: newer })
  })

  test('VCODE-06 after five wrong tries the right code is refused too', async () => {
    const { email } = await server.customer('ADVERTISER')
    const code = await requestCode(email)
    const browser = await human()
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await browser.call(confirmVcode, { email, code: anotherCode(code) })).error).toBe(
        'INVALID_VCODE',
      )
    }
    expect((await browser.call(confirmVcode, { email, code })).error).toBe('INVALID_VCODE')
  })

  test('VCODE-06 of 150 concurrent guesses from many browsers five are checked', async () => {
    const { email } = await server.customer('ADVERTISER')
    const code = await requestCode(email)
    const browsers = await Promise.all(Array.from({ length: 30 }, human))
    const wrong = anotherCode(code)
    const replies = await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        browsers[index % browsers.length]?.call(confirmVcode, { email, code: wrong }),
      ),
    )
    expect(new Set(replies.map((reply) => reply?.error))).toEqual(new Set(['INVALID_VCODE']))
    const [stored] = await server.db.read((reader) =>
      reader.rows(
        sql<
          Pick<VerificationCodeRow, 'tries'>
        >`select tries from verification_code where email_key = ${email}`,
      ),
    )
    expect(stored?.tries).toBe(5)
    expect((await (await human()).call(confirmVcode, { email, code })).error).toBe('INVALID_VCODE')
  })

  test('VCODE-06 after ten wrong codes in a UTC day only the mailed link works until the next; the owner is told once', async () => {
    await server.setClock('2026-11-03T09:00:00Z')
    const { email } = await server.customer('ADVERTISER')
    for (let sent = 0; sent < 2; sent += 1) {
      const code = await requestCode(email)
      const browser = await human()
      for (let tries = 0; tries < 5; tries += 1) {
        const reply = await browser.call(confirmVcode, { email, code: anotherCode(code) })
        expect(reply).toMatchObject({ status: 200, error: 'INVALID_VCODE' })
      }
    }
    const refused = { status: 429, error: 'TRYAGAIN_LATER' }
    expect(await (await human()).call(confirmVcode, { email, code: '123456' })).toMatchObject(refused)
    expect(await (await human()).call(sendVcode, { email })).toMatchObject(refused)
    const told = (await server.mailsTo(email)).filter(({ subject }) =>
      subject.includes('Wrong verification codes'),
    )
    expect(told).toHaveLength(1)
    await server.client().ok(resetPassword, { token: await requestReset(email), pw: newPassword })
    await server.setClock('2026-11-03T23:59:00Z')
    expect(await (await human()).call(sendVcode, { email })).toMatchObject(refused)
    await server.setClock('2026-11-04T00:00:00Z')
    await (await human()).ok(confirmVcode, { email, code: await requestCode(email) })
  })

  test('VCODE-06 the right code is refused too once ten were wrong, and wrong codes of one account do not count for another', async () => {
    await server.setClock('2026-11-05T09:00:00Z')
    const { email, id } = await server.customer('ADVERTISER')
    for (let count = 0; count < 9; count += 1) {
      await server.db.transaction((tx) => countWrongCode(tx, id, server.now))
    }
    const code = await requestCode(email)
    const browser = await human()
    await browser.call(confirmVcode, { email, code: anotherCode(code) })
    expect(await browser.call(confirmVcode, { email, code })).toMatchObject({ status: 429 })
    const { email: other } = await server.customer('ADVERTISER')
    await (await human()).ok(confirmVcode, { email: other, code: await requestCode(other) })
  })

  test('VCODE-05 the right code sent twenty times concurrently returns one token', async () => {
    const { email } = await server.customer('ADVERTISER')
    const code = await requestCode(email)
    const browsers = await Promise.all(Array.from({ length: 20 }, human))
    const replies = await Promise.all(browsers.map((browser) => browser.call(confirmVcode, { email, code })))
    expect(replies.filter((reply) => reply.error === 'SUCCESS')).toHaveLength(1)
  })

  test('VCODE-01 an unknown address returns NEED_SIGNUP', async () => {
    const email = server.freshEmail()
    expect((await (await human()).call(sendVcode, { email })).error).toBe('NEED_SIGNUP')
    expect(await server.mailsTo(email)).toEqual([])
  })
})

test('FIND-05 VCODE-05 a link and a code that were mailed before a restart work after it', async () => {
  const first = await server.customer('ADVERTISER')
  const other = await server.customer('ADVERTISER')
  const token = await requestReset(first.email)
  const code = await requestCode(other.email)
  await server.restart()
  await server.client().ok(resetPassword, { token, pw: newPassword })
  await (await human()).ok(confirmVcode, { email: other.email, code })
})

test('concurrent resets, changes, mails and codes of one account neither fail nor deadlock', async () => {
  const customer = await server.customer('ADVERTISER')
  const code = await requestCode(customer.email)
  const token = await requestReset(customer.email)
  const browsers = await Promise.all(Array.from({ length: 6 }, human))
  const replies = await Promise.all([
    ...browsers.map((browser) => browser.call(confirmVcode, { email: customer.email, code })),
    server.client().call(resetPassword, { token, pw: newPassword }),
    customer.call(changePassword, { oldPw: testPassword, newPw: newPassword }),
    ...Array.from({ length: 4 }, () => server.client().call(findPassword, { email: customer.email })),
  ])
  for (const reply of replies) expect(reply.status).toBeLessThan(500)
})

describe('account/change-password', () => {
  test('FIND-13 STATE-05 API-18 sets the new password and keeps the session that changed it', async () => {
    const customer = await server.customer('ADVERTISER')
    await customer.ok(changePassword, { oldPw: testPassword, newPw: newPassword })
    await customer.ok(adMyPage, {})
    expect(await signsIn(customer.email, testPassword)).toBe('INVALID_PW')
    expect(await signsIn(customer.email, newPassword)).toBe('SUCCESS')
  })

  test('FIND-17 a wrong current password is refused with INVALID_PW and changes nothing', async () => {
    const customer = await server.customer('ADVERTISER')
    const reply = await customer.call(changePassword, { oldPw: 'voltline-2027', newPw: newPassword })
    expect(reply).toMatchObject({ status: 200, error: 'INVALID_PW' })
    expect(await signsIn(customer.email, testPassword)).toBe('SUCCESS')
  })

  test('VALID-10 a new password that breaks the rules is a 400', async () => {
    const customer = await server.customer('ADVERTISER')
    for (const newPw of ['', 'short1!', 'no-digits!', 'nosigns123', '12345678!', 'far-too-long-1234']) {
      const reply = await customer.call(changePassword, { oldPw: testPassword, newPw })
      expect([newPw, reply.status, reply.error]).toEqual([newPw, 400, 'UNKNOWN'])
    }
  })

  test('a link or code mailed before is no longer valid', async () => {
    const customer = await server.customer('ADVERTISER')
    const token = await requestReset(customer.email)
    const code = await requestCode(customer.email)
    await customer.ok(changePassword, { oldPw: testPassword, newPw: newPassword })
    expect((await server.client().call(verifyEmail, { token })).error).toBe('INVALID_CONFTOKEN')
    expect((await (await human()).call(confirmVcode, { email: customer.email, code })).error).toBe(
      'INVALID_VCODE',
    )
  })
})
