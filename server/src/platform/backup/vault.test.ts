import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestS3 } from '../../../testing/s3/s3.ts'
import { FileCopies, restoreCopies } from './archive/file-copies.ts'
import { Packer, Unpacker } from './archive/packing.ts'
import { type BackupPlace, checkPlace, openOwnVault, openVault } from './vault.ts'

const key = 'a key of the tests, longer than 32 characters'
const folder = mkdtempSync(join(tmpdir(), 'voltline-vault-'))
let s3: Awaited<ReturnType<typeof startTestS3>>
beforeAll(async () => {
  s3 = await startTestS3({ bucket: 'backups', folder: join(folder, 's3'), ignoresSignatures: true })
})
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

const inFolder = (name: string): BackupPlace => ({ url: join(folder, name), key, s3: undefined })
const places: [string, () => BackupPlace][] = [
  ['a folder', () => inFolder('backup')],
  ['S3', () => ({ url: 's3://backups/voltline', key, s3: s3.settings })],
]

describe.each(places)('a backup in %s', (_name, placeOf) => {
  test('returns what was put, lists it, and opens only with its key and for its database', async () => {
    const place = placeOf()
    await checkPlace(place)
    const vault = await openOwnVault(place, 'one')
    const bytes = randomBytes(100_000)
    await vault.put('wal/1', bytes)
    await vault.put('wal/2', Buffer.from('two'))
    expect(await vault.get('wal/1')).toEqual(bytes)
    expect(await vault.get('wal/3')).toBeUndefined()
    expect(await vault.list('wal/')).toEqual(['wal/1', 'wal/2'])
    await vault.remove('wal/2')
    const again = await openVault(place)
    expect(await again.list('wal/')).toEqual(['wal/1'])
    expect(await again.get('wal/1')).toEqual(bytes)
    await expect(openVault({ ...place, key: `${key}.` })).rejects.toThrow('BACKUP_KEY is not the key of')
    await expect(openOwnVault(place, 'two')).rejects.toThrow('holds the backup of another database')
  })
})

test('a place that cannot be written is refused with one line', async () => {
  await expect(checkPlace(inFolder('backup/voltline-backup.json/below'))).rejects.toThrow(
    /^BACKUP_URL .* cannot be written \(ENOTDIR\)\.$/,
  )
  const unreachable = {
    url: 's3://nobody/voltline',
    key,
    s3: { ...s3.settings, endpoint: 'http://127.0.0.1:1' },
  }
  await expect(checkPlace(unreachable)).rejects.toThrow(
    /^BACKUP_URL .* cannot be written \(ECONNREFUSED\)\.$/,
  )
})

test('an object that was exchanged for another one is refused by its name', async () => {
  const vault = await openOwnVault(inFolder('exchanged'), 'one')
  await vault.put('base/1', Buffer.from('first'))
  await vault.put('base/2', Buffer.from('second'))
  renameSync(join(folder, 'exchanged/base/1'), join(folder, 'exchanged/base/2'))
  await expect(vault.get('base/2')).rejects.toThrow('base/2 is damaged.')
})

test('neither contents nor names of files can be read in a backup', async () => {
  const vault = await openOwnVault(inFolder('hidden'), 'one')
  const store = join(folder, 'store')
  const name = `${'ab'.repeat(16)}.png`
  const path = join(store, 'ab', name)
  const text = Buffer.from('a secret picture '.repeat(2_000_000))
  mkdirSync(join(store, 'ab'), { recursive: true })
  writeFileSync(path, text)
  const copies = new FileCopies(vault, store)
  await copies.copyNew()
  await copies.copyNew()
  const objects = readdirSync(join(folder, 'hidden'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  )
  expect(objects).toHaveLength(5)
  for (const entry of objects) {
    const bytes = readFileSync(join(entry.parentPath, entry.name))
    expect(`${entry.name} ${bytes.toString('latin1')}`).not.toMatch(/abab|secret|sha256/)
  }
  const restored = join(folder, 'restored-files')
  expect(await restoreCopies(vault, restored, () => true)).toMatchObject([{ name, bytes: text.length }])
  expect(readFileSync(join(restored, 'ab', name)).equals(text)).toBe(true)
})

test('packed files come out as they went in, however they are cut', async () => {
  const parts: Buffer[] = []
  const packer = new Packer(async (_part, bytes) => {
    parts.push(bytes)
  })
  const large = randomBytes(20_000_000)
  await packer.addFolder('pg_notify')
  await packer.addBytes('base/1/large', large)
  await packer.addBytes('empty', Buffer.alloc(0))
  await packer.addBytes('PG_VERSION', Buffer.from('18\n'))
  expect(await packer.finish()).toBe(parts.length)
  const root = join(folder, 'unpacked')
  const unpacker = new Unpacker(root)
  const all = Buffer.concat(parts)
  for (let at = 0; at < all.length; at += 7_000_001) await unpacker.add(all.subarray(at, at + 7_000_001))
  await unpacker.finish()
  expect(readdirSync(root).sort()).toEqual(['PG_VERSION', 'base', 'empty', 'pg_notify'])
  expect(readFileSync(join(root, 'base/1/large')).equals(large)).toBe(true)
  expect(readFileSync(join(root, 'PG_VERSION'), 'utf8')).toBe('18\n')
  const cut = new Unpacker(join(folder, 'cut'))
  await cut.add(all.subarray(0, -1))
  await expect(cut.finish()).rejects.toThrow('the packed files end with the last part')
})
