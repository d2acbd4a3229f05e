import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useTestServer } from '../../../../testing/test-server.ts'
import { PostgresEventReader } from '../../../domain/events/postgres/postgres-event-reader.ts'
import { queueLetter } from '../../../domain/letters/queue-letter.ts'
import { openFiles } from '../../../platform/files/open.ts'
import { makeLog } from '../../../platform/log.ts'
import { readSettings } from '../../../platform/settings.ts'
import { createConsole } from '../../console.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'voltline-outbox-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const server = useTestServer({ ROLES: 'web,worker' })
const send = (to: string, code: string) =>
  server.db.transaction((tx) =>
    queueLetter(
      tx,
      server.secrets,
      { to, language: 'en', template: 'verificationCode', values: { code } },
      server.now,
    ),
  )
const outbox = async (to: string) =>
  (await (await fetch(`${server.url}/dev/outbox.json?to=${encodeURIComponent(to)}`)).json()) as Record<
    string,
    unknown
  >[]

test('the outbox lists the mails to an address, newest first, as a bare list', async () => {
  await send('mina@company.test', '111111')
  await send('mina@company.test', '222222')
  await send('other@company.test', '333333')
  const mails = await outbox('Mina@Company.test')
  expect(mails.map((mail) => String(mail.text).match(/\d{6}/)?.[0])).toEqual(['222222', '111111'])
  expect(Object.keys(mails[0] ?? {}).toSorted()).toEqual(['at', 'html', 'links', 'subject', 'text', 'to'])
  expect(mails[0]).toMatchObject({
    to: 'mina@company.test',
    subject: 'Your Voltline verification code',
    links: [],
  })
  expect(await outbox('nobody@company.test')).toEqual([])
})

test('the page shows the mails, and nothing in them is markup', async () => {
  await server.db.transaction((tx) =>
    queueLetter(
      tx,
      server.secrets,
      {
        to: 'contact@voltline.test',
        template: 'contact',
        values: {
          name: '<script>alert(1)</script>',
          email: 'a@b.test',
          company: '',
          mobile: '',
          message: 'Hi',
        },
      },
      server.now,
    ),
  )
  const response = await fetch(`${server.url}/dev/outbox?to=contact@voltline.test`)
  expect(response.headers.get('content-type')).toContain('text/html')
  const page = await response.text()
  expect(page).toContain('Contact message')
  expect(page).not.toContain('<script')
})

test('in production there is no outbox', async () => {
  const settings = {
    ...readSettings({ SECRET_KEY: 'a secret key that is only for tests', DATA_DIR: dataDir }),
    production: true,
  }
  const log = makeLog('silent')
  const app = await createConsole({
    ...{ db: server.db, secrets: server.secrets, settings, log, files: await openFiles(settings, log) },
    clock: { now: () => server.now },
    eventReader: new PostgresEventReader({ db: server.db, clock: { now: () => server.now }, partitions: 1 }),
    dev: { setClock: () => {} },
  })
  for (const url of ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.json?to=a@b.test']) {
    expect((await app.inject({ url })).statusCode, url).toBe(404)
  }
  await app.close()
})
