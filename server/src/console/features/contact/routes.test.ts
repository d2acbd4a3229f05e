import { contact, type Sent } from '@voltline/contract'
import { describe, expect, test } from 'vitest'
import { passHumanCheck } from '../../../../testing/account-steps.ts'
import { useTestServer } from '../../../../testing/test-server.ts'
import { sql } from '../../../platform/database/sql.ts'

const contactMail = 'desk@voltline.test'
const server = useTestServer({ CONTACT_MAIL: contactMail })

const message: Sent<typeof contact> = {
  name: 'Mina Kim',
  email: 'mina@company.test',
  company: 'Company',
  mobile: '01012345678',
  message: 'First line\nSecond line',
}

async function human() {
  const browser = server.client()
  await passHumanCheck(browser)
  return browser
}

const stored = () =>
  server.db.read((reader) =>
    reader.rows(sql`select name, email, company, mobile, message from contact_message order by message_id`),
  )

describe('account/contact', () => {
  test('API-17 stores the message and mails it to the operators, together', async () => {
    await (await human()).ok(contact, message)
    expect(await stored()).toEqual([message])
    const [mail] = await server.mailsTo(contactMail)
    for (const text of ['Mina Kim', 'mina@company.test', 'Company', '01012345678', 'Second line']) {
      expect(mail?.text).toContain(text)
    }
  })

  test('API-17 company and mobile may be left out', async () => {
    await (await human()).ok(contact, { name: 'A', email: 'a@gmail.com', message: 'B' })
    expect((await stored()).at(-1)).toMatchObject({ company: '', mobile: '' })
  })

  test('without a passed human check it returns API_FORBIDDEN and stores nothing', async () => {
    const before = await stored()
    expect((await server.client().call(contact, message)).error).toBe('API_FORBIDDEN')
    expect(await stored()).toEqual(before)
  })

  test('VALID-74 name, message and a valid e-mail address are required', async () => {
    const browser = await human()
    const wrong = [{ name: ' ' }, { email: '' }, { email: 'nobody' }, { message: '' }, { mobile: '010-1' }]
    for (const change of [...wrong, { message: 'x'.repeat(5_001) }, { name: 'x'.repeat(256) }]) {
      expect([change, (await browser.call(contact, { ...message, ...change })).status]).toEqual([change, 400])
    }
  })

  test('line breaks in a name or address never reach a mail’s header', async () => {
    const browser = await human()
    const corpus = ['Mina\r\nBcc: all@company.test', 'Mina\nBcc: x', 'Mina\u2028Bcc: x', '\u0000Mina']
    for (const name of corpus) {
      const reply = await browser.call(contact, { ...message, name })
      if (name.includes('\u2028')) expect(reply.error).toBe('SUCCESS')
      else expect(reply.status).toBe(400)
    }
    const bad = await browser.call(contact, { ...message, email: 'a@company.test\r\nBcc: b@company.test' })
    expect(bad.status).toBe(400)
    const [mail] = await server.mailsTo(contactMail)
    expect(mail?.subject).toBe('Contact message · 문의')
  })
})
