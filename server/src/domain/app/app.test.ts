import { apiKeyStatus } from '@voltline/contract'
import { type AppId, type CustomerId, instant } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { type App, edit, requestKey, verdictOf, withoutKey } from './app.ts'
import { rewardFor } from './medium.ts'

const now = instant(2_000_000)
const app: App = {
  id: 1 as AppId,
  ownerId: 7 as CustomerId,
  name: 'Tetra',
  platform: 'AOS',
  storeUrl: 'https://play.google.com/store/apps/details?id=kr.tetra',
  adult: false,
  approved: true,
  rejectReason: '',
  sealedKey: undefined,
  keyStatus: apiKeyStatus.notRequested,
  registeredAt: instant(1_000_000),
  updatedAt: instant(1_000_000),
}

test('a new name or filter keeps the approval, a new store page needs another review', () => {
  const { storeUrl } = app
  expect(edit(app, { name: 'Tetra 2', storeUrl, adult: true }, now)).toMatchObject({
    approved: true,
    updatedAt: now,
  })
  const moved = { name: app.name, storeUrl: `${storeUrl}2`, adult: false }
  expect(edit(app, moved, now)).toMatchObject({ approved: false, rejectReason: '' })
  const rejected = { ...app, approved: false, rejectReason: 'The page is empty.' }
  expect(edit(rejected, { name: 'Tetra 2', storeUrl, adult: false }, now).rejectReason).toBe(
    'The page is empty.',
  )
  expect(edit(rejected, moved, now).rejectReason).toBe('')
})

test('a key is requested once, and again after it was revoked', () => {
  const requested = requestKey(app, now)
  expect(requested).toMatchObject({ ok: true, value: { keyStatus: apiKeyStatus.waiting } })
  for (const keyStatus of [apiKeyStatus.waiting, apiKeyStatus.issued]) {
    expect(requestKey({ ...app, keyStatus }, now)).toMatchObject({ error: 'ACCEPT_WAITING' })
    expect(withoutKey({ ...app, keyStatus, sealedKey: Buffer.alloc(1) }, now)).toMatchObject({
      ok: true,
      value: { keyStatus: apiKeyStatus.notRequested, sealedKey: undefined },
    })
  }
  expect(withoutKey(app, now)).toMatchObject({ error: 'UNKNOWN' })
})

test('a rejection needs a reason, and an approval has none', () => {
  expect(verdictOf({ approval: false, reason: '' })).toMatchObject({ error: 'UNKNOWN' })
  expect(verdictOf({ approval: false, reason: 'Empty.' })).toMatchObject({
    value: { approved: false, rejectReason: 'Empty.' },
  })
  expect(verdictOf({ approval: true, reason: 'Empty.' })).toMatchObject({
    value: { approved: true, rejectReason: '' },
  })
})

test('banners have no reward, and a named reward needs a count', () => {
  const none = { value: { reward: '', rewards: 0 } }
  expect(rewardFor('BANNER', { reward: 'Coin', rewards: 5 })).toMatchObject(none)
  expect(rewardFor('VIDEO', { reward: '', rewards: 5 })).toMatchObject(none)
  expect(rewardFor('VIDEO', { reward: 'Coin', rewards: 0 })).toMatchObject({ error: 'UNKNOWN' })
  expect(rewardFor('VIDEO', { reward: 'Coin', rewards: 5 })).toMatchObject({
    value: { reward: 'Coin', rewards: 5 },
  })
})
