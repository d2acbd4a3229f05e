import type { Server } from 'node:net'
import { after, day, instant } from '@voltline/kernel'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { useFreshDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { type NewLetter, queueLetter } from '../domain/letters/queue-letter.ts'
import { ProgramClock } from '../platform/clock.ts'
import { Database } from '../platform/database/database.ts'
import type { JobRow, MailRow } from '../platform/database/rows.ts'
import { at, sql } from '../platform/database/sql.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { JobRunner } from '../platform/jobs/runner.ts'
import { makeLog } from '../platform/log.ts'
import { deleteSentMail, listMail } from '../platform/mail/mail.ts'
import { smtpTransport } from '../platform/mail/smtp.ts'
import { Secrets } from '../platform/secrets.ts'
import { mailHandlers } from './mail.ts'
import { sealAgain } from './seal-again.ts'

const own = useFreshDatabase()
const secrets = new Secrets('a secret key that is only for tests and never elsewhere')
const clock = new ProgramClock(instant(Date.parse('2026-11-03T05:20:00Z')))
let db: Database
let port: number
let server: Server | SMTPServer | undefined
const received: { from: string; to: string[]; raw: Buffer }[] = []
const stops: (() => Promise<void> | void)[] = []

beforeAll(async () => {
  db = new Database({ url: own.url, connectionsMax: 5, statementMsMax: 5_000, onLost: () => {} })
  port = await freePort()
})
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  await closeServer()
  received.length = 0
  await db.transaction((session) => session.run(sql`delete from mail`))
  await db.transaction((session) => session.run(sql`delete from job`))
})
afterAll(() => db.close())

const closeServer = () =>
  new Promise<void>((resolve) => {
    if (!server) return resolve()
    server.close(() => resolve())
    server = undefined
  })

/** A real SMTP server that keeps the mails it receives. */
function smtp(refuse: (address: string) => Error | undefined = () => undefined): Promise<void> {
  const made = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (address, _session, done) => done(refuse(address.address)),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = session.envelope.mailFrom
        received.push({
          from: from ? from.address : '',
          to: session.envelope.rcptTo.map((mailbox) => mailbox.address),
          raw: Buffer.concat(chunks),
        })
        done()
      })
    },
  })
  server = made
  return new Promise((resolve) => made.listen(port, '127.0.0.1', () => resolve()))
}

function startMailer(): void {
  const transport = smtpTransport({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailFrom: 'Voltline <no-reply@voltline.test>',
    publicUrl: 'https://ads.example.com',
  })
  const runner = new JobRunner({
    ...{ db, clock, log: makeLog('silent'), pollMs: 20, backOffMs: () => 100 },
    handlers: mailHandlers({ db, clock, secrets, transport }),
  })
  stops.push(() => transport.close())
  stops.push(() => runner.stop())
  runner.start()
}

const send = (mail: NewLetter) => db.transaction((tx) => queueLetter(tx, secrets, mail, clock.now()))
const mails = (): Promise<MailRow[]> => db.read((session) => session.rows(sql<MailRow>`select * from mail`))
const isSent = async () => (await mails()).every((mail) => mail.sent_at !== null)
const link = 'https://ads.example.com/?type=signup&email=mina%40company.test&token=abc'
const signup: NewLetter = {
  to: 'Mina.Kim@company.test',
  template: 'signupLink',
  values: { link },
}

test('a mail goes out once, in HTML and text, with Korean readable on the other side', async () => {
  await smtp()
  startMailer()
  await send(signup)
  await eventually(isSent)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ from: 'no-reply@voltline.test', to: ['Mina.Kim@company.test'] })
  const mail = await PostalMime.parse(received[0]?.raw ?? '')
  expect(mail.subject).toBe('Continue your Voltline sign-up · Voltline 가입 계속하기')
  expect(mail.text).toContain(signup.template === 'signupLink' ? signup.values.link : '')
  expect(mail.text).toContain('이메일 주소 확인')
  expect(mail.html).toContain('가입 계속하기')
  expect(mail.headers.find((header) => header.key === 'auto-submitted')?.value).toBe('auto-generated')
})

test('fault 28: while the mail server is down a mail waits, and it goes out once it is back', async () => {
  startMailer()
  await send(signup)
  await eventually(async () => Number((await mails())[0]?.attempts) >= 2)
  expect(await isSent()).toBe(false)
  expect((await mails())[0]?.error).toContain('ECONNREFUSED')
  await smtp()
  await eventually(isSent)
  expect(received).toHaveLength(1)
})

test('a mailbox that does not exist is not tried again, and the reason is kept', async () => {
  const unknown = Object.assign(new Error('no such user'), { responseCode: 550 })
  await smtp(() => unknown)
  startMailer()
  await send(signup)
  const job = () => db.read((session) => session.one((row) => row, sql<JobRow>`select * from job`))
  await eventually(async () => (await job()).finished_at !== null)
  expect(await job()).toMatchObject({ attempts: 1 })
  expect((await mails())[0]).toMatchObject({ sent_at: null, attempts: 1 })
  expect((await mails())[0]?.error).toContain('no such user')
})

test('a server that is only busy is tried again', async () => {
  let refusals = 0
  const busy = Object.assign(new Error('try later'), { responseCode: 451 })
  await smtp(() => (++refusals <= 2 ? busy : undefined))
  startMailer()
  await send(signup)
  await eventually(isSent)
  expect(received).toHaveLength(1)
})

const hostile = [
  'Eve\r\nBcc: victim@else.test',
  'Eve\nSubject: free money',
  'Eve\r\n\r\n<b>body</b>',
  '"Eve" <victim@else.test>, x',
  'Eve\u2028Bcc: victim@else.test',
  '=?utf-8?q?Eve=0d=0aBcc:_victim@else.test?=',
]

test.each(hostile)('threat 58: the contact name %j stays a name', async (name) => {
  await smtp()
  startMailer()
  await send({
    to: 'contact@voltline.test',
    template: 'contact',
    values: {
      name,
      email: 'eve@company.test',
      company: 'C',
      mobile: '010',
      message: 'Hello\r\nBcc: x@y.test',
    },
  })
  await eventually(isSent)
  expect(received[0]?.to).toEqual(['contact@voltline.test'])
  const mail = await PostalMime.parse(received[0]?.raw ?? '')
  const keys = mail.headers.map((header) => header.key)
  expect(keys.filter((key) => key === 'bcc' || key === 'cc')).toEqual([])
  expect(keys.filter((key) => key === 'subject')).toHaveLength(1)
  expect(mail.subject).toBe('Contact message · 문의')
  expect(mail.replyTo?.map((mailbox) => mailbox.address)).toEqual(['eve@company.test'])
  expect(mail.to?.map((mailbox) => mailbox.address)).toEqual(['contact@voltline.test'])
})

test.each(['victim@else.test\r\nBcc: a@b.test', 'a@b.test, victim@else.test', 'x <victim@else.test>'])(
  'threat 58: the reply address %j adds no recipient and no header',
  async (email) => {
    await smtp()
    startMailer()
    await send({
      to: 'contact@voltline.test',
      template: 'contact',
      values: { name: 'Eve', email, company: '', mobile: '', message: 'Hello' },
    })
    await eventually(isSent)
    expect(received[0]?.to).toEqual(['contact@voltline.test'])
    const mail = await PostalMime.parse(received[0]?.raw ?? '')
    expect(mail.headers.filter((header) => header.key === 'bcc')).toEqual([])
  },
)

test('without a mail server the mail stays in the outbox and counts as sent', async () => {
  const runner = new JobRunner({
    ...{ db, clock, log: makeLog('silent'), pollMs: 20 },
    handlers: mailHandlers({ db, clock, secrets, transport: undefined }),
  })
  stops.push(() => runner.stop())
  runner.start()
  await send(signup)
  await eventually(isSent)
  const [kept] = await db.read((session) => listMail(session, secrets, { to: undefined, rowsMax: 1 }))
  expect(kept?.links).toEqual([link])
})

test('text, HTML and links of a mail are encrypted in the database', async () => {
  await send({ to: signup.to, template: 'verificationCode', values: { code: '042917' } })
  await send(signup)
  const dump = await db.read((session) =>
    session.rows(
      sql<{ row: string }>`select row_to_json(mail)::text || encode(sealed, 'escape') as row from mail`,
    ),
  )
  expect(dump).toHaveLength(2)
  for (const { row } of dump) expect(row).not.toMatch(/042917|token|ads\.example\.com|<\/p>/)
})

test('a mail that an earlier version queued in clear is sent, and the worker encrypts what is left', async () => {
  const secretText = 'the link of an earlier version'
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into mail (mail_id, recipient, subject, text, html, links, created_at) overriding system value
      values (900, 'a@company.test', 'Old', ${secretText}, ${secretText}, ${[link]}, ${at(clock.now())})`)
    const job = { kind: 'mail', payload: { mailId: '900' }, uniqueKey: '900', attemptsMax: 3 }
    await enqueue(tx, { ...job, runAt: clock.now() })
  })
  await sealAgain({ db, secrets })
  const [row] = await mails()
  expect(row).toMatchObject({ text: null, html: null, links: null, sealed: expect.any(Buffer) })
  await smtp()
  startMailer()
  await eventually(isSent)
  expect((await PostalMime.parse(received[0]?.raw ?? '')).text?.trim()).toBe(secretText)
})

test('a mail of a rolled-back transaction does not exist', async () => {
  await expect(
    db.transaction(async (tx) => {
      await queueLetter(tx, secrets, signup, clock.now())
      throw new Error('no account after all')
    }),
  ).rejects.toThrow('no account after all')
  expect(await mails()).toHaveLength(0)
})

test('sent mails are removed by age, unsent ones never', async () => {
  await smtp()
  startMailer()
  await send(signup)
  await eventually(isSent)
  await closeServer()
  await send({ ...signup, to: 'late@company.test' })
  const later = after(clock.now(), day)
  expect(await db.transaction((tx) => deleteSentMail(tx, later))).toBe(1)
  expect((await mails()).map((mail) => mail.recipient)).toEqual(['late@company.test'])
})
