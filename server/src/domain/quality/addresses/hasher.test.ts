import { instant } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { useFreshDatabase } from '../../../../testing/database.ts'
import { Database } from '../../../platform/database/database.ts'
import { Secrets } from '../../../platform/secrets.ts'
import { AddressHasher, isPublicAddress } from './hasher.ts'
import { destroyOldKeys } from './key-store.ts'

const fresh = useFreshDatabase()
const secrets = new Secrets('a secret key that is only for tests and never elsewhere')
const open = () =>
  new Database({ url: fresh.url, connectionsMax: 2, statementMsMax: 10_000, onLost: () => {} })
const at = (text: string) => instant(Date.parse(text))

test('private, loopback, link-local and reserved addresses identify nobody', () => {
  const nobody = [
    '10.0.0.1',
    '192.168.1.1',
    '127.0.0.1',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '0.0.0.0',
    '',
  ]
  for (const address of nobody) expect([address, isPublicAddress(address)]).toEqual([address, false])
  for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '2a00:1450::1'])
    expect(isPublicAddress(address)).toBe(true)
})

test('an address has one hash in every process for a month, and another one after it', async () => {
  const db = open()
  const [one, two] = [new AddressHasher({ db, secrets }), new AddressHasher({ db, secrets })]
  const november = await one.of('8.8.8.8', at('2026-11-30T23:59:59Z'))
  expect(await two.of('::ffff:8.8.8.8', at('2026-11-01T00:00:00Z'))).toEqual(november)
  expect((await one.of('8.8.8.9', at('2026-11-15T00:00:00Z'))).networkHash).toBe(november.networkHash)
  expect((await one.of('8.8.8.9', at('2026-11-15T00:00:00Z'))).ipHash).not.toBe(november.ipHash)
  const december = await two.of('8.8.8.8', at('2026-12-01T00:00:00Z'))
  expect(december.ipHash).not.toBe(november.ipHash)
  expect(december.formerHashes).toEqual([november.ipHash])
  const [sixtyFour, same] = [
    await one.of('2a00:1450:1:2::1', at('2026-11-15T00:00:00Z')),
    await one.of('2a00:1450:1:2:ffff::9', at('2026-11-15T00:00:00Z')),
  ]
  expect(sixtyFour.ipHash).toBe(same.ipHash)
  expect(await one.of('127.0.0.1', at('2026-11-15T00:00:00Z'))).toEqual({
    ipHash: '',
    networkHash: '',
    formerHashes: [],
  })
  await db.close()
})

test('the key of a month is destroyed once the last event of it is dropped', async () => {
  const db = open()
  const before = await new AddressHasher({ db, secrets }).of('8.8.8.8', at('2026-03-15T00:00:00Z'))
  const destroy = (text: string) =>
    db.transaction((tx) => destroyOldKeys(tx, { now: at(text), eventDays: 30 }))
  await destroy('2026-05-09T00:00:00Z')
  expect(await new AddressHasher({ db, secrets }).of('8.8.8.8', at('2026-03-15T00:00:00Z'))).toEqual(before)
  expect(await destroy('2026-05-10T00:00:00Z')).toBe(1)
  const after = await new AddressHasher({ db, secrets }).of('8.8.8.8', at('2026-03-15T00:00:00Z'))
  expect(after.ipHash).not.toBe(before.ipHash)
  await db.close()
})
