import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, expect, test } from 'vitest'
import { diskStore } from './disk-store.ts'
import { newFileName } from './file.ts'
import { measure } from './receive.ts'
import { s3Store } from './s3-store.ts'
import { StoreUnavailable } from './store.ts'
import { DamagedFile, openVerified } from './verified.ts'

const folder = mkdtempSync(join(tmpdir(), 'voltline-lying-store-'))
const content = Buffer.alloc(300_000, 'voltline')
/** Short, for stores that hang. */
const limits = { connectMsMax: 5_000, idleMsMax: 2_000, requestMsMax: 20_000 }
let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A store that answers as the test wants. It keeps what it is given, as an honest one would. */
async function store(answer: (request: IncomingMessage, response: ServerResponse, kept: Buffer) => boolean) {
  const kept = new Map<string, Buffer>()
  server = createServer(async (request, response) => {
    const key = new URL(request.url ?? '', 'http://store').pathname
    const body = await buffer(request).catch(() => Buffer.alloc(0))
    const file = kept.get(key)
    if (answer(request, response, file ?? body)) return
    if (request.method === 'PUT') kept.set(key, body)
    else if (!file) response.statusCode = 404
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = first === undefined ? file : file?.subarray(Number(first), Number(last) + 1)
    if (part) response.setHeader('content-length', part.length)
    response.end(request.method === 'GET' ? part : undefined)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const keys = { bucket: 'b', accessKey: 'a', secretKey: 's', region: 'us-east-1' }
  return s3Store({ endpoint: `http://127.0.0.1:${port}`, ...keys }, limits)
}

async function aFile() {
  const name = newFileName('image/png')
  const path = join(folder, name)
  await writeFile(path, content)
  return { name, path, ...(await measure(path)) }
}

test('control: with an honest store a file is stored and read back', async () => {
  const honest = await store(() => false)
  const file = await aFile()
  await honest.put(file.name, file.path)
  expect((await buffer(await openVerified(honest, file))).equals(content)).toBe(true)
  expect((await buffer(await openVerified(honest, file, { first: 5, last: 9 }))).length).toBe(5)
})

test.each(['HEAD', 'PUT', 'GET'])(
  'a store that hangs on %s is given up, and works again afterwards',
  async (method) => {
    let isHanging = true
    const hanging = await store((request) => isHanging && request.method === method)
    const file = await aFile()
    const use = async () => {
      await hanging.put(file.name, file.path)
      await buffer(await openVerified(hanging, file))
    }
    await expect(use()).rejects.toBeInstanceOf(StoreUnavailable)
    isHanging = false
    const another = { ...file, name: newFileName('image/png') }
    await hanging.put(another.name, file.path)
    expect((await buffer(await openVerified(hanging, another))).length).toBe(content.length)
  },
)

test('a store that stops in the middle of a file never ends it', async () => {
  const stopping = await store((request, response, kept) => {
    if (request.method !== 'GET') return false
    response.setHeader('content-length', kept.length)
    response.write(kept.subarray(0, 1_000))
    return true
  })
  const file = await aFile()
  await stopping.put(file.name, file.path)
  await expect(buffer(await openVerified(stopping, file))).rejects.toThrow()
})

/** Success with the error page of a proxy, as some of them answer. */
const errorPage = '<?xml version="1.0"?><Error><Code>InternalError</Code></Error>'

test.each<[string, (request: IncomingMessage, response: ServerResponse) => boolean]>([
  ['says 200 and keeps nothing', ({ method }, response) => method === 'PUT' && !!response.end()],
  [
    'says 200 with an error in its body',
    ({ method }, response) => method === 'PUT' && !!response.end(errorPage),
  ],
])('a store that %s has not stored the file', async (_, answer) => {
  const lying = await store(answer)
  const file = await aFile()
  await expect(lying.put(file.name, file.path)).rejects.toBeInstanceOf(StoreUnavailable)
})

const flipped = (kept: Buffer): Buffer => {
  const copy = Buffer.from(kept)
  copy[150_000] = (copy[150_000] ?? 0) ^ 1
  return copy
}

test.each<[string, (kept: Buffer) => Buffer, string]>([
  ['a bit flipped', flipped, 'does not have the bytes that were stored'],
  ['its end missing', (kept) => kept.subarray(0, 200_000), 'has 200000 of its 300000 bytes'],
  ['more than was stored', (kept) => Buffer.concat([kept, kept]), 'has more than its 300000 bytes'],
  ['an error page instead', () => Buffer.from(errorPage), `has ${errorPage.length} of its 300000 bytes`],
])('a file that comes back with %s is never read to its end', async (_, change, complaint) => {
  const lying = await store(({ method }, response, kept) => method === 'GET' && !!response.end(change(kept)))
  const file = await aFile()
  await lying.put(file.name, file.path)
  const opened = await openVerified(lying, file)
  let bytesSeen = 0
  opened.on('data', (chunk: Buffer) => {
    bytesSeen += chunk.length
  })
  const fault = await new Promise((resolve) => opened.once('error', resolve))
  expect(fault).toBeInstanceOf(DamagedFile)
  expect(fault).toMatchObject({ message: `The file ${file.name} ${complaint}.`, statusCode: 503 })
  expect(bytesSeen).toBeLessThan(content.length)
})

test('a bit that flips on the local disk is noticed as well', async () => {
  const root = join(folder, 'disk')
  const disk = diskStore(root)
  const file = await aFile()
  await disk.put(file.name, file.path)
  await writeFile(join(root, file.name.slice(0, 2), file.name), flipped(content))
  await expect(buffer(await openVerified(disk, file))).rejects.toBeInstanceOf(DamagedFile)
})
