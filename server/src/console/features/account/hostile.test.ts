import {
  accountCalls,
  adMyPage,
  adminSignin,
  apiPrefix,
  authMail,
  type Call,
  changeCompany,
  changeMobile,
  changeName,
  changeTimezone,
  confirmPw,
  contact,
  findPassword,
  signin,
  signup,
} from '@voltline/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { passHumanCheck, requestSignup, signupForm } from '../../../../testing/account-steps.ts'
import type { Client } from '../../../../testing/client.ts'
import { hostileTexts, hostileUrls } from '../../../../testing/hostile/values.ts'
import { testPassword, testPublicUrl, useTestServer } from '../../../../testing/test-server.ts'
import { sql } from '../../../platform/database/sql.ts'

const server = useTestServer()

const post = (client: Client, call: Call, body: string, type = 'application/json') =>
  client.raw(`${apiPrefix}${call.path}`, { method: 'POST', body, headers: { 'content-type': type } })

describe('links in mails', () => {
  test('SIGNUP-06 FIND-06 none of 50 hostile urls changes where the link leads', async () => {
    expect(hostileUrls).toHaveLength(50)
    const { email: known } = await server.customer('ADVERTISER')
    const mailed = await Promise.all(
      hostileUrls.map(async (url) => {
        const email = server.freshEmail()
        const browser = server.client()
        await passHumanCheck(browser)
        await browser.ok(authMail, { url, email })
        await browser.ok(findPassword, { url, email: known })
        return server.mailsTo(email)
      }),
    )
    const mails = [...mailed.flat(), ...(await server.mailsTo(known))]
    expect(mails).toHaveLength(2 * hostileUrls.length)
    for (const mail of mails) {
      expect(mail.links).toHaveLength(1)
      const written = [...`${mail.text} ${mail.html}`.matchAll(/https?:\/\/[^\s"'<>]+/g)].map(
        ([found]) => found,
      )
      for (const link of [...mail.links, ...written]) expect(new URL(link).origin).toBe(testPublicUrl)
    }
  })

  test('SIGNUP-06 an address with special characters keeps them inside its parameter', async () => {
    const email = `a+b'c%25&d@company.test`.replace('&', '_')
    const token = await requestSignup(server, email)
    const [mail] = await server.mailsTo(email)
    const link = new URL(mail?.links[0] ?? '')
    expect(Object.fromEntries(link.searchParams)).toEqual({ type: 'signup', email, token })
  })
})

/** Input that is valid except for secrets, so that only the hostile field decides. */
const samples: Readonly<Record<string, object>> = {
  [signin.path]: { email: 'nobody@company.test', pw: 'voltline-2026' },
  [adminSignin.path]: { email: 'nobody@company.test', pw: 'voltline-2026' },
  'account/signin-check': { accessToken: 'x' },
  'account/recaptcha': { token: 'x' },
  [authMail.path]: { url: '', email: 'nobody@company.test' },
  [signup.path]: signupForm('x'),
  'account/verify-email': { token: 'x' },
  'account/find-email': { email: 'nobody@company.test' },
  [findPassword.path]: { url: '', email: 'nobody@company.test' },
  'account/reset-password': { token: 'x', pw: 'voltline-2026' },
  'account/send-vcode': { email: 'nobody@company.test' },
  'account/confirm-vcode': { email: 'nobody@company.test', code: '123456' },
  [confirmPw.path]: { pw: 'x' },
  [contact.path]: { name: 'A', email: 'a@company.test', company: '', mobile: '', message: 'B' },
  'account/change-password': { oldPw: 'x', newPw: 'voltline-2026' },
  [changeName.path]: { firstName: 'A', lastName: 'B' },
  [changeCompany.path]: { company: 'A' },
  [changeTimezone.path]: { timezone: 'UTC' },
  [changeMobile.path]: { code: 'KR', number: '1' },
  'error/logger': {
    isAxiosError: true,
    config: {},
    response: {},
    message: '',
    stack: '',
    componentStack: '',
  },
}
const fuzzed: readonly Call[] = [...accountCalls, adminSignin].filter((call) => call.path in samples)

describe('hostile input', () => {
  test('every call with input fields is tried', () => {
    const withFields = [...accountCalls, adminSignin].filter(
      (call: Call) => call.input instanceof z.ZodObject && Object.keys(call.input.shape).length > 0,
    )
    expect(fuzzed.map((call) => call.path).sort()).toEqual(withFields.map((call) => call.path).sort())
  })

  test.each(fuzzed.map((call) => ({ path: call.path, call })))(
    '$path replies to every hostile value with a declared code, never with a fault',
    async ({ call }) => {
      const client = await server.customer('ADVERTISER')
      await client.ok(confirmPw, { pw: testPassword })
      const sample = samples[call.path] ?? {}
      for (const field of Object.keys(sample)) {
        for (const text of hostileTexts) {
          const others = JSON.stringify({ ...sample, [field]: undefined }).slice(1)
          const reply = await post(client, call, `{"${field}":${text}${others === '}' ? '' : ','}${others}`)
          const body = (await reply.json()) as { error: string }
          const shown = text.slice(0, 60)
          expect([field, shown, reply.status < 500, typeof body.error]).toEqual([
            field,
            shown,
            true,
            'string',
          ])
        }
      }
    },
  )

  test('bodies that are not a JSON object are a 400', async () => {
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      '1',
      '"x"',
      'true',
      '{"email":}',
      '\u0000',
      `${'['.repeat(10_000)}`,
    ]
    for (const body of bodies) {
      const reply = await post(server.client(), signin, body)
      expect([body.slice(0, 20), reply.status]).toEqual([body.slice(0, 20), 400])
      expect(await reply.json()).toMatchObject({ error: 'UNKNOWN', detail: expect.any(String) })
    }
  })

  test('other content types and bodies beyond the limit are refused, not read', async () => {
    const valid = JSON.stringify({ email: 'a@company.test', pw: 'x' })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'x']) {
      expect([type, (await post(server.client(), signin, valid, type)).status]).toEqual([type, 400])
    }
    const large = JSON.stringify({ email: 'a@company.test', pw: 'x', extra: 'y'.repeat(300_000) })
    expect((await post(server.client(), signin, large)).status).toBe(400)
  })

  test('__proto__, constructor and repeated keys poison nothing', async () => {
    const email = server.freshEmail()
    const token = await requestSignup(server, email)
    const form = JSON.stringify({ ...signupForm(token), company: 'Honest' })
    for (const poison of [
      '"__proto__":{"type":"ADMIN","isAdmin":true}',
      '"constructor":{"prototype":{"isAdmin":true}}',
    ]) {
      const reply = await post(server.client(), signup, form.replace('{', `{${poison},`))
      expect(reply.status).toBe(400)
    }
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    const repeated = await post(server.client(), signup, form.replace('{', '{"company":"First",'))
    expect(await repeated.json()).toEqual({ error: 'SUCCESS' })
    const [row] = await server.db.read((reader) =>
      reader.rows(sql`select company from customer where email_key = ${email}`),
    )
    expect(row).toEqual({ company: 'Honest' })
  })

  test('a long address is rejected quickly, whatever its form', async () => {
    const corpus = [
      'a'.repeat(50_000),
      `${'a.'.repeat(25_000)}@b`,
      `a@${'b-'.repeat(25_000)}.test`,
      '@'.repeat(50_000),
    ]
    for (const email of corpus) {
      const started = performance.now()
      expect(signin.input.safeParse({ email, pw: 'x' }).success).toBe(false)
      // Quadratic time would take minutes here.
      expect(performance.now() - started).toBeLessThan(2_000)
    }
  })
})

describe('undeclared fields', () => {
  const smuggled = {
    Cash: 1e12,
    cash: 1e12,
    balance_micros: 1e12,
    Status: 'COMPLETE',
    Approval: true,
    ApiKeyStatus: 1,
    CustID: 1,
    custID: 1,
    customer_id: 1,
    revenue: 1e12,
    Type: 'PUBLISHER',
    type: 'PUBLISHER',
    Email: 'other@company.test',
    email: 'other@company.test',
    password_hash: 'x',
    blocked_at: null,
    is_demo: true,
    admin_group: 'ADMINISTRATORS',
    Group: 'ADMINISTRATORS',
  }

  test('are ignored by every change of the my page, without an error', async () => {
    const customer = await server.customer('ADVERTISER')
    await customer.ok(confirmPw, { pw: testPassword })
    const row = () =>
      server.db.read((reader) =>
        reader.one(
          (found) => found,
          sql`select type, email, email_key, password_hash, blocked_at, is_demo, postback_secret, registered_at
                from customer where customer_id = ${customer.id}`,
        ),
      )
    const before = await row()
    const changes: [Call, object][] = [
      [changeName, { firstName: 'Ada', lastName: 'Lee' }],
      [changeCompany, { company: 'Other' }],
      [changeMobile, { code: 'KR', number: '1012345678' }],
      [changeTimezone, { timezone: 'UTC' }],
      [confirmPw, { pw: testPassword }],
    ]
    for (const [call, input] of changes) {
      const reply = await post(customer, call, JSON.stringify({ ...smuggled, ...input }))
      expect([call.path, (await reply.json()) as object]).toEqual([
        call.path,
        expect.objectContaining({ error: 'SUCCESS' }),
      ])
    }
    expect(await row()).toEqual(before)
    const page = await customer.ok(adMyPage, {})
    expect(page.customer).toMatchObject({
      Cash: 0n,
      Type: 'ADVERTISER',
      Email: customer.email,
      FirstName: 'Ada',
    })
  })
})

describe('user text', () => {
  test('every script is returned unchanged, in normal form C', async () => {
    const customer = await server.customer('ADVERTISER')
    await customer.ok(confirmPw, { pw: testPassword })
    const names = [
      '김하늘',
      'Zoë',
      'O’Brien-Smith',
      '𠮷野家',
      '👩‍👩‍👧‍👦 GmbH',
      "Robert'); drop table customer;--",
      '<b>Bold</b>',
    ]
    for (const company of names) {
      await customer.ok(changeCompany, { company: company.normalize('NFD') })
      expect((await customer.ok(adMyPage, {})).customer.Company).toBe(company.normalize('NFC'))
    }
  })

  test('control characters, lone surrogates and direction overrides are refused everywhere', async () => {
    const customer = await server.customer('ADVERTISER')
    await customer.ok(confirmPw, { pw: testPassword })
    const visitor = server.client()
    await passHumanCheck(visitor)
    const marks = ['\u0000', '\u0007', '\u001b[2J', '\ud800', '\udfff', '\u202E', '\u2066', '\u007f']
    for (const text of marks.map((mark) => `Acme${mark}Inc`)) {
      const changed = await customer.call(changeCompany, { company: text })
      const sent = await visitor.call(contact, { name: text, email: 'a@company.test', message: 'Hello' })
      expect([JSON.stringify(text), changed.status, sent.status]).toEqual([JSON.stringify(text), 400, 400])
    }
  })
})
