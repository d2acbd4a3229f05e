import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestS3 } from '../../../testing/s3/s3.ts'
import { diskStore } from './disk-store.ts'
import { newFileName } from './file.ts'
import { s3Store } from './s3-store.ts'
import { type FileStore, NameTaken } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'voltline-store-'))
const stops: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true, force: true })
})

async function startS3(bucket: string, options: { ignoresSignatures?: boolean } = {}) {
  const { settings, stop } = await startTestS3({ bucket, folder: join(folder, 's3'), ...options })
  stops.push(stop)
  return settings
}

const backends: Record<string, () => Promise<FileStore>> = {
  disk: async () => diskStore(join(folder, 'disk')),
  S3: async () => s3Store(await startS3('voltline', { ignoresSignatures: true })),
}

describe.each(Object.keys(backends))('files on %s', (backend) => {
  let store: FileStore
  beforeAll(async () => {
    const make = backends[backend]
    if (!make) throw new Error('no such backend')
    store = await make()
    await store.check()
  })

  let made = 0
  async function local(content: Buffer | string): Promise<string> {
    const path = join(folder, `local-${backend}-${made++}`)
    await writeFile(path, content)
    return path
  }
  const read = async (name: string, range?: { first: number; last: number }) => {
    const bytes = await store.open(name, range)
    return bytes && buffer(bytes)
  }

  test('a file is read back unchanged', async () => {
    const name = newFileName('video/mp4')
    const content = Buffer.alloc(3_000_000, 'voltline')
    await store.put(name, await local(content))
    expect((await read(name))?.equals(content)).toBe(true)
  })

  test('a signed audit head is listed and read by its day, and nothing else has such a name', async () => {
    expect(await store.list('audit')).toEqual([])
    for (const day of ['2026-11-16', '2026-11-15']) await store.put(`audit/${day}.json`, await local(day))
    expect(await store.list('audit')).toEqual(['audit/2026-11-15.json', 'audit/2026-11-16.json'])
    expect(String(await read('audit/2026-11-16.json'))).toBe('2026-11-16')
    const path = await local('other')
    await expect(store.put('audit/2026-11-16.json', path)).rejects.toThrow(NameTaken)
    for (const name of ['audit/../x.json', 'audit/x.json', '../audit/2026-11-16.json']) {
      await expect(store.put(name, path)).rejects.toThrow('one of ours')
    }
  })

  test('an empty file can be stored', async () => {
    const name = newFileName('image/png')
    await store.put(name, await local(''))
    expect((await read(name))?.length).toBe(0)
  })

  test('a range is read without the rest', async () => {
    const name = newFileName('image/png')
    await store.put(name, await local('0123456789'))
    expect((await read(name, { first: 2, last: 4 }))?.toString()).toBe('234')
    expect((await read(name, { first: 9, last: 9 }))?.toString()).toBe('9')
  })

  test('threat 51: a name is never written twice', async () => {
    const name = newFileName('image/png')
    await store.put(name, await local('first'))
    await expect(store.put(name, await local('second'))).rejects.toThrow(NameTaken)
    expect((await read(name))?.toString()).toBe('first')
  })

  test('a missing file reads as undefined, and removing it is not an error', async () => {
    const name = newFileName('image/png')
    expect(await store.open(name)).toBeUndefined()
    await store.remove(name)
    await store.put(name, await local('x'))
    await store.remove(name)
    expect(await store.open(name)).toBeUndefined()
  })

  test.each([
    '../secret-key',
    '..',
    '',
    'a/b.png',
    '/etc/passwd',
    `${'a'.repeat(32)}.png/../../x`,
    'x\0.png',
  ])('threat 50: the name %j is refused before it reaches the store', async (name) => {
    await expect(store.open(name)).rejects.toThrow('a stored name is one of ours')
    await expect(store.put(name, await local('x'))).rejects.toThrow('a stored name is one of ours')
    await expect(store.remove(name)).rejects.toThrow('a stored name is one of ours')
  })
})

test('threat 51: of several writers of one name on disk one wins, and no partial file is left', async () => {
  const root = join(folder, 'race')
  const store = diskStore(root)
  const name = newFileName('image/png')
  const path = join(folder, 'race-source')
  await writeFile(path, 'content')
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => store.put(name, path)))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  expect(await readdir(join(root, name.slice(0, 2)))).toEqual([name])
})

test('a store that cannot be reached or written fails its check', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  await expect(diskStore(join(file, 'files')).check()).rejects.toThrow('ENOTDIR')
  const closed = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => closed.once('listening', resolve))
  const address = closed.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await new Promise((resolve) => closed.close(resolve))
  const settings = { bucket: 'b', accessKey: 'a', secretKey: 's', region: 'us-east-1' }
  await expect(s3Store({ endpoint: `http://127.0.0.1:${port}`, ...settings }).check()).rejects.toThrow(
    'ECONNREFUSED',
  )
  const real = await startS3('voltline')
  await expect(s3Store({ ...real, bucket: 'another' }).check()).rejects.toThrow('bucket does not exist')
  await expect(s3Store({ ...real, secretKey: 'wrong' }).check()).rejects.toThrow('signature')
})
