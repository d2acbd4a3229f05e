import { addApp, confirmVcode, getApp, getPostback, limits, listApps } from '@voltline/contract'
import { assert } from '@voltline/kernel'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { passHumanCheck } from '../../testing/account-steps.ts'
import { testSecretKey, useTestServer } from '../../testing/test-server.ts'
import { issueCode } from '../domain/account/mail-token/verification-code.ts'
import { saveKey } from '../domain/app/review.ts'
import { readSignedHead, signHead } from '../domain/audit/signed-head.ts'
import { queueLetter } from '../domain/letters/queue-letter.ts'
import { sql } from '../platform/database/sql.ts'
import { issueUpload, signedReadUrl } from '../platform/files/uploads.ts'
import { hashToken, Secrets } from '../platform/secrets.ts'
import { sealAgain } from '../worker/seal-again.ts'

const newKey = 'the key that replaced the one of the tests'
/** The server has a new key; `server.secrets` still seals and signs with the old one. */
const server = useTestServer({
  SECRET_KEY: newKey,
  SECRET_KEY_OLD: `another key of earlier days and unused, ${testSecretKey}`,
})

const sealedWithNewKey = new Secrets(newKey)

async function anApp() {
  const publisher = await server.customer('PUBLISHER')
  await publisher.ok(addApp, {
    name: 'Game',
    platform: 'AOS',
    storeURL: storeUrl(publisher.id),
    filter: false,
  })
  const [app] = (await publisher.ok(listApps, { pageNo: '1' })).apps
  assert(app, 'the app was added')
  return { publisher, appId: app.AppID }
}
const storeUrl = (id: number) => `https://play.google.com/store/apps/details?id=com.company.game${id}`

test('an API key and a postback secret of a former key are shown, and sealed again with the new one', async () => {
  const { publisher, appId } = await anApp()
  const key = {
    sealed: server.secrets.seal('api-key', 'the key'),
    hash: hashToken('the key'),
    now: server.now,
  }
  await server.db.transaction((tx) => saveKey(tx, appId as never, key))
  const advertiser = await server.customer('ADVERTISER')
  const { postback } = await advertiser.ok(getPostback, {})
  const shown = async () => (await publisher.ok(getApp, { appID: appId })).app?.ApiKey
  expect(await shown()).toBe('the key')
  const secrets = new Secrets(newKey, [testSecretKey])
  await sealAgain({ db: server.db, secrets })
  expect(await shown()).toBe('the key')
  expect((await advertiser.ok(getPostback, {})).postback).toEqual(postback)
  const rows = await server.db.read((session) =>
    session.rows(sql<{ api_key: Buffer; postback_secret: Buffer }>`
      select a.api_key, c.postback_secret from app a, customer c
       where a.app_id = ${appId} and c.customer_id = ${advertiser.id}`),
  )
  // Without the former key.
  expect(sealedWithNewKey.open('api-key', rows[0]?.api_key ?? Buffer.alloc(0))).toBe('the key')
  expect(sealedWithNewKey.open('postback-secret', rows[0]?.postback_secret ?? Buffer.alloc(0))).toBe(
    postback.PostbackSecret,
  )
})

test('a mail that a former key sealed is readable in the outbox', async () => {
  const letter = { to: 'a@company.test', template: 'verificationCode' as const, values: { code: '042917' } }
  await server.db.transaction((tx) => queueLetter(tx, server.secrets, letter, server.now))
  const outbox = await (await server.client().raw('/dev/outbox.json?to=a@company.test')).json()
  expect(outbox).toMatchObject([{ text: expect.stringContaining('042917') }])
})

test('a verification code hashed with a former key is accepted', async () => {
  const { email } = await server.customer('ADVERTISER')
  const code = await server.db.transaction((tx) => issueCode(tx, server.secrets, email, server.now))
  const browser = server.client()
  await passHumanCheck(browser)
  await browser.ok(confirmVcode, { email, code })
})

test('upload links and read links that a former key signed work', async () => {
  const { id: customerId } = await server.customer('PUBLISHER')
  const services = { now: server.now, secrets: server.secrets, publicUrl: server.url }
  const upload = {
    ...{ customerId, folder: 'bankbook' as const, contentType: 'image/png' as const },
    ...{ bytesMax: limits.documentBytesMax, isPrivate: true, originalName: 'book.png' },
  }
  const { name, uploadURL } = await server.db.transaction((tx) => issueUpload(tx, upload, services))
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#2746E0' } }).png()
  const body = new Uint8Array(await picture.toBuffer())
  const sent = await fetch(uploadURL, { method: 'PUT', body, headers: { 'content-type': 'image/png' } })
  expect(sent.status).toBe(200)
  expect((await fetch(signedReadUrl(name, services))).status).toBe(200)
})

test('an audit head that a former key signed is recognised', () => {
  const signed = signHead(server.secrets, '2026-11-15', { head: 'a'.repeat(64), links: 1, rows: 2 })
  const text = JSON.stringify(signed)
  expect(readSignedHead(new Secrets(newKey, [testSecretKey]), '2026-11-15', text)).toEqual(signed)
  expect(readSignedHead(sealedWithNewKey, '2026-11-15', text)).toBeUndefined()
})
