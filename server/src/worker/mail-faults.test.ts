import { createServer, type Server, type Socket } from 'node:net'
import { instant } from '@voltline/kernel'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { useFreshDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { queueLetter } from '../domain/letters/queue-letter.ts'
import { ProgramClock } from '../platform/clock.ts'
import { Database } from '../platform/database/database.ts'
import type { MailRow } from '../platform/database/rows.ts'
import { sql } from '../platform/database/sql.ts'
import { JobRunner } from '../platform/jobs/runner.ts'
import { makeLog } from '../platform/log.ts'
import { smtpTransport } from '../platform/mail/smtp.ts'
import { Secrets } from '../platform/secrets.ts'
import { mailHandlers } from './mail.ts'

const own = useFreshDatabase()
const secrets = new Secrets('a secret key that is only for tests and never elsewhere')
const clock = new ProgramClock(instant(Date.parse('2026-11-03T05:20:00Z')))
/** Short, for servers that hang. */
const limits = { connectMsMax: 1_500, idleMsMax: 2_000, deliverMsMax: 3_000 }
const dripMs = 200
let db: Database
const stops: (() => Promise<void> | void)[] = []

beforeAll(() => {
  db = new Database({ url: own.url, connectionsMax: 5, statementMsMax: 5_000, onLost: () => {} })
})
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  await db.transaction((tx) => tx.run(sql`delete from mail`))
  await db.transaction((tx) => tx.run(sql`delete from job`))
})
afterAll(() => db.close())

/** How a mail server treats a connection. */
type Manner = (socket: Socket) => void

/** A server that answers each command by the table; one that is not in it is never answered. */
const answering =
  (answers: Readonly<Record<string, string>>, accepted: string[] = []): Manner =>
  (socket) => {
    socket.write(answers.greeting ?? '')
    let text = ''
    let isData = false
    socket.on('data', (chunk) => {
      text += String(chunk)
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        const command = isData ? (line === '.' ? 'end' : '') : (line.split(/[ :]/)[0] ?? '')
        if (command === 'DATA') isData = true
        if (command === 'end') isData = false
        const answer = answers[command]
        if (command === 'end' && answer?.startsWith('250')) accepted.push(line)
        if (answer === 'close') socket.destroy()
        else if (answer) socket.write(answer)
      }
    })
  }

const polite = {
  ...{ greeting: '220 mail\r\n', EHLO: '250 mail\r\n', MAIL: '250 ok\r\n', RCPT: '250 ok\r\n' },
  ...{ DATA: '354 go\r\n', end: '250 ok\r\n', QUIT: '221 bye\r\n' },
}

const manners: Record<string, Manner> = {
  'never greets': () => {},
  'greets and says nothing more': answering({ greeting: '220 mail\r\n' }),
  'drips an answer that never ends'(socket) {
    socket.write('220 mail\r\n')
    const drip = setInterval(() => socket.write('250-wait\r\n'), dripMs)
    socket.on('close', () => clearInterval(drip))
  },
  'speaks another protocol': answering({ greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n' }),
  'takes the text and never says whether it has it': answering({ ...polite, end: '' }),
  'takes the text and hangs up': answering({ ...polite, end: 'close' }),
  'takes the text and refuses it': answering({ ...polite, end: '451 try later\r\n' }),
}

async function serve(mannerOf: () => Manner): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    mannerOf()(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

function startMailer(port: number): void {
  const settings = {
    ...{ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Voltline <no-reply@voltline.test>' },
    publicUrl: 'https://ads.example.com',
  }
  const transport = smtpTransport(settings, limits)
  const runner = new JobRunner({
    ...{ db, clock, log: makeLog('silent'), pollMs: 20, backOffMs: () => 50 },
    handlers: mailHandlers({ db, clock, secrets, transport }),
  })
  stops.push(() => transport.close())
  stops.push(() => runner.stop())
  runner.start()
}

const queue = (to: string) =>
  db.transaction((tx) =>
    queueLetter(
      tx,
      secrets,
      { to, template: 'signupLink', values: { link: 'https://ads.example.com/?a' } },
      clock.now(),
    ),
  )
const mails = () => db.read((session) => session.rows(sql<MailRow>`select * from mail`))

test.each(Object.entries(manners))(
  'fault 28: a mail server that %s has not sent the mail; it goes out once, when the server is well',
  async (_, faulty) => {
    let isWell = false
    const accepted: string[] = []
    const well = answering(polite, accepted)
    const port = await serve(() => (isWell ? well : faulty))
    // More than are sent at a time, so that all of them wait if the first ones hang.
    for (let count = 0; count < 6; count++) await queue(`m${count}@company.test`)
    startMailer(port)
    await eventually(async () => (await mails()).filter((mail) => mail.attempts > 0).length >= 4)
    expect((await mails()).filter((mail) => mail.sent_at !== null)).toEqual([])
    expect((await mails()).some((mail) => (mail.error ?? '') !== '')).toBe(true)
    const sinceMs = performance.now()
    isWell = true
    await eventually(async () => (await mails()).every((mail) => mail.sent_at !== null))
    console.log(`All sent ${Math.round(performance.now() - sinceMs)} ms after the mail server was well.`)
    expect(accepted).toHaveLength(6)
  },
)

test('control: with a mail server that is well every mail goes out at the first attempt', async () => {
  const accepted: string[] = []
  startMailer(await serve(() => answering(polite, accepted)))
  await queue('m@company.test')
  await eventually(async () => (await mails()).every((mail) => mail.sent_at !== null))
  expect((await mails()).map((mail) => mail.error ?? '')).toEqual([''])
  expect(accepted).toHaveLength(1)
})
