import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { limits } from '@voltline/contract'
import { type CustomerId, hour, minute } from '@voltline/kernel'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestS3 } from '../../../../testing/s3/s3.ts'
import { type CustomerClient, TestServer } from '../../../../testing/test-server.ts'
import type { FileRow } from '../../../platform/database/rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { deleteExpired } from '../../../platform/files/clean-up.ts'
import { diskStore } from '../../../platform/files/disk-store.ts'
import { claim } from '../../../platform/files/file.ts'
import { s3Store } from '../../../platform/files/s3-store.ts'
import type { FileStore } from '../../../platform/files/store.ts'
import { findUploaded, issueUpload, type NewUpload, signedReadUrl } from '../../../platform/files/uploads.ts'

const folder = mkdtempSync(join(tmpdir(), 'voltline-uploads-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const picture = (width = 320, height = 50) =>
  sharp({ create: { width, height, channels: 3, background: '#C9F227' } })
    .png()
    .toBuffer()
/** A valid PNG of exactly this size, padded after its end. */
const pictureOf = async (bytes: number) => {
  const png = await picture()
  return Buffer.concat([png, Buffer.alloc(bytes - png.length)])
}

describe.each(['disk', 'S3'])('files on %s', (backend) => {
  const server = new TestServer()
  let owner: CustomerClient
  /** The same store as the server's. */
  let store: FileStore
  let stopS3 = async () => {}

  beforeAll(async () => {
    const env: Record<string, string> = {}
    store = diskStore(join(folder, backend, 'files'))
    if (backend === 'S3') {
      const s3 = await startTestS3({ bucket: 'voltline', folder: join(folder, 's3') })
      stopS3 = s3.stop
      store = s3Store(s3.settings)
      const { endpoint, bucket, accessKey, secretKey, region } = s3.settings
      Object.assign(env, {
        S3_ENDPOINT: endpoint,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY: accessKey,
        S3_SECRET_KEY: secretKey,
        S3_REGION: region,
      })
    }
    await server.start({ ...env, DATA_DIR: join(folder, backend) })
    owner = await server.customer('ADVERTISER')
  })
  afterAll(async () => {
    await server.stop()
    await stopS3()
  })

  const link = async (changed: Partial<NewUpload> = {}) => {
    const upload: NewUpload = {
      customerId: owner.id,
      folder: 'image',
      contentType: 'image/png',
      bytesMax: limits.imageBytesMax,
      isPrivate: false,
      originalName: 'banner.png',
      ...changed,
    }
    const services = { now: server.now, secrets: server.secrets, publicUrl: server.url }
    return server.db.transaction((tx) => issueUpload(tx, upload, services))
  }
  const put = async (url: string, body: Buffer, type = 'image/png') => {
    const response = await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(body),
      headers: { 'content-type': type },
    })
    await response.arrayBuffer()
    return response.status
  }
  const get = (name: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/files/${name}`, { headers })
  const stateOf = (name: string) =>
    server.db.read((session) =>
      session.one(
        (row) => row.state,
        sql<Pick<FileRow, 'state'>>`select state from file where name = ${name}`,
      ),
    )
  const upload = async (changed: Partial<NewUpload> = {}, body?: Buffer) => {
    const issued = await link(changed)
    expect(await put(issued.uploadURL, body ?? (await picture()), changed.contentType)).toBe(200)
    return issued.name
  }

  test('API-34, API-35 a PUT returns 200 once the picture is stored, and everyone can read it', async () => {
    const { name, uploadURL } = await link()
    expect(await get(name).then((response) => response.status)).toBe(404)
    expect(await put(uploadURL, await picture())).toBe(200)
    const response = await get(name)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const body = Buffer.from(await response.arrayBuffer())
    expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width: 320, height: 50 })
    const etag = response.headers.get('etag') ?? ''
    expect((await get(name, { 'if-none-match': etag })).status).toBe(304)
    const [file] = await server.db.read((session) => findUploaded(session, owner.id, [name]))
    expect(file).toMatchObject({
      name,
      width: 320,
      height: 50,
      bytes: body.length,
      originalName: 'banner.png',
    })
  })

  test('threat 51: a link works once, and the stored file never changes', async () => {
    const { name, uploadURL } = await link()
    expect(await put(uploadURL, await picture(320, 50))).toBe(200)
    const before = await (await get(name)).arrayBuffer()
    expect(await put(uploadURL, await picture(640, 100))).toBe(403)
    expect(Buffer.from(await (await get(name)).arrayBuffer()).equals(Buffer.from(before))).toBe(true)
  })

  test('threat 51: of parallel uses of one link exactly one succeeds', async () => {
    const { uploadURL } = await link()
    const body = await picture()
    const statuses = await Promise.all(Array.from({ length: 8 }, () => put(uploadURL, body)))
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(403)])
  })

  test('a wrong, changed or expired link returns 403 and stores nothing', async () => {
    const { name, uploadURL } = await link()
    const other = await link()
    const body = await picture()
    const changed = (change: (url: URL) => void) => {
      const url = new URL(uploadURL)
      change(url)
      return url.href
    }
    const wrong = [
      changed((url) => url.searchParams.delete('sig')),
      changed((url) => url.searchParams.set('sig', '')),
      changed((url) => url.searchParams.set('sig', 'A'.repeat(43))),
      changed((url) => url.searchParams.append('sig', 'x')),
      changed((url) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1))),
      changed((url) => url.searchParams.delete('expires')),
      changed((url) => url.searchParams.set('expires', '9'.repeat(40))),
      changed((url) => {
        url.pathname = new URL(other.uploadURL).pathname
      }),
      `${server.url}/files/upload/${name}`,
      `${server.url}/files/upload/${'0'.repeat(32)}.png${new URL(uploadURL).search}`,
      `${server.url}/files/upload/..%2f..%2fsecret-key${new URL(uploadURL).search}`,
      `${server.url}/files/upload/%00${new URL(uploadURL).search}`,
    ]
    for (const url of wrong) expect(await put(url, body), url).toBe(403)
    expect(await stateOf(name)).toBe('ISSUED')
    await server.advance(15 * minute)
    expect(await put(uploadURL, body)).toBe(403)
  })

  test('threat 52: a content type other than the link’s is refused, and the link stays valid', async () => {
    const { uploadURL } = await link()
    const body = await picture()
    for (const type of [
      'image/jpeg',
      'text/html',
      'image/png; charset=utf-8',
      'image/svg+xml',
      'application/json',
    ]) {
      expect(await put(uploadURL, body, type), type).toBe(403)
    }
    expect(await put(uploadURL, body)).toBe(200)
  })

  test.each([
    ['image', limits.imageBytesMax],
    ['bankbook', limits.documentBytesMax],
  ] as const)('threat 52: a file in %s may have %i bytes and no more', async (where, max) => {
    const sizes: [number, number][] = [
      [max - 1, 200],
      [max, 200],
      [max + 1, 413],
    ]
    for (const [bytes, status] of sizes) {
      const { uploadURL } = await link({ folder: where, bytesMax: max })
      expect(await put(uploadURL, await pictureOf(bytes)), String(bytes)).toBe(status)
    }
  })

  /** A raw PUT, which can declare a false length. */
  function rawPut(url: string, headers: Record<string, string>, chunks: Buffer[], end = true) {
    return new Promise<number>((resolve, reject) => {
      // Its own connection: a false length breaks the connection for later requests.
      const sent = request(url, {
        agent: false,
        method: 'PUT',
        headers: { 'content-type': 'image/png', ...headers },
      })
      sent.on('response', (response: IncomingMessage) => {
        text(response).then(() => resolve(response.statusCode ?? 0), reject)
      })
      sent.on('error', reject)
      for (const chunk of chunks) sent.write(chunk)
      if (end) sent.end()
      else setTimeout(() => sent.destroy(), 200)
    })
  }

  test('threat 52: bytes are counted as they arrive, regardless of the declared length', async () => {
    const max = limits.imageBytesMax
    const chunked = await link()
    const big = await pictureOf(max + 1)
    expect(await rawPut(chunked.uploadURL, { 'transfer-encoding': 'chunked' }, [big])).toBe(413)
    expect(await get(chunked.name).then((response) => response.status)).toBe(404)
    const fits = await link()
    const exact = await pictureOf(max)
    expect(await rawPut(fits.uploadURL, { 'transfer-encoding': 'chunked' }, [exact])).toBe(200)
    const declared = await link()
    const tooMuch = { 'content-length': String(max + 1) }
    expect(await rawPut(declared.uploadURL, tooMuch, [exact], true).catch(() => 413)).toBe(413)
    expect(await stateOf(declared.name)).toBe('ISSUED')
  })

  test('threat 52: a sender that disconnects halfway stores nothing and has used its link', async () => {
    const { name, uploadURL } = await link()
    const body = await pictureOf(100_000)
    const half = rawPut(uploadURL, { 'content-length': '100000' }, [body.subarray(0, 50_000)], false)
    await expect(half).rejects.toThrow()
    await vi.waitUntil(async () => (await stateOf(name)) === 'FAILED', { timeout: 5_000 })
    expect((await get(name)).status).toBe(404)
    expect(await put(uploadURL, body)).toBe(403)
  })

  test('threat 53: a file that is not of its declared type is refused and can be neither read nor used', async () => {
    const hostile = [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      randomBytes(1_000),
      Buffer.alloc(0),
    ]
    for (const body of hostile) {
      const { name, uploadURL } = await link()
      expect(await put(uploadURL, body)).toBe(400)
      expect((await get(name)).status).toBe(404)
      expect(await server.db.read((session) => findUploaded(session, owner.id, [name]))).toEqual([])
    }
  })

  test('threat 56: a document can be read by its owner, by administrators and with a signed link only', async () => {
    const name = await upload({ folder: 'bankbook', isPrivate: true })
    const read = async (client: { raw(path: string): Promise<Response> }) =>
      (await client.raw(`/files/${name}`)).status
    expect(await read(server.client())).toBe(404)
    expect(await read(await server.customer('PUBLISHER'))).toBe(404)
    expect(await read(await server.operator('USERS'))).toBe(404)
    expect(await read(await server.operator('ADMINISTRATORS'))).toBe(200)
    const response = await owner.raw(`/files/${name}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const services = { now: server.now, secrets: server.secrets, publicUrl: server.url }
    const signed = signedReadUrl(name, services)
    expect((await fetch(signed)).status).toBe(200)
    const foreign = await upload({ folder: 'bankbook', isPrivate: true })
    expect((await fetch(signed.replace(name, foreign))).status).toBe(404)
    expect((await fetch(signed.replace(/expires=\d+/, 'expires=99999999999999'))).status).toBe(404)
    await server.advance(5 * minute)
    expect((await fetch(signed)).status).toBe(404)
  })

  test('threat 56: every read of a document by an operator leaves an audit row, the owner’s own reads none', async () => {
    const name = await upload({ folder: 'certificate', isPrivate: true })
    const operator = await server.operator()
    await owner.raw(`/files/${name}`)
    await (await server.operator('USERS')).raw(`/files/${name}`)
    for (let count = 0; count < 2; count += 1) expect((await operator.raw(`/files/${name}`)).status).toBe(200)
    const rows = await server.db.read((session) =>
      session.rows(
        sql`select operator_id, customer_id, entity, became->>'name' as name from audit where action = 'files/read'`,
      ),
    )
    const row = { operator_id: operator.id, customer_id: null, entity: 'file', name }
    expect(rows.filter((found) => 'name' in found && found.name === name)).toEqual([row, row])
  })

  test('threat 56: a foreign, an unfinished and a missing file look the same', async () => {
    const stranger = await server.customer('PUBLISHER')
    const mine = await upload()
    const unfinished = (await link()).name
    const find = (customerId: CustomerId) =>
      server.db.read((session) =>
        findUploaded(session, customerId, [mine, unfinished, `${'0'.repeat(32)}.png`, '']),
      )
    expect((await find(owner.id)).map((file) => file.name)).toEqual([mine])
    expect(await find(stranger.id)).toEqual([])
  })

  test('a range of a file can be requested, as players do', async () => {
    const name = await upload()
    const whole = Buffer.from(await (await get(name)).arrayBuffer())
    const part = await get(name, { range: 'bytes=2-5' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 2-5/${whole.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(2, 6))).toBe(true)
    const tail = await get(name, { range: 'bytes=-3' })
    expect(Buffer.from(await tail.arrayBuffer()).equals(whole.subarray(-3))).toBe(true)
    expect((await get(name, { range: `bytes=${whole.length}-` })).status).toBe(416)
    expect((await get(name, { range: 'bytes=0-1', 'if-range': '"older"' })).status).toBe(200)
    const head = await fetch(`${server.url}/files/${name}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)])
  })

  test.each([
    '..%2fsecret-key',
    '%2e%2e/secret-key',
    '....//secret-key',
    '%00',
    'con',
    `${'a'.repeat(600)}.png`,
    'x.png',
  ])('threat 50: no file is reached by the name %s', async (name) => {
    const response = await fetch(`${server.url}/files/${name}`)
    expect([400, 404, 414]).toContain(response.status)
  })

  test.each(['../../etc/passwd', 'a\0b.png', '한글 이름.png', '\u202egnp.exe', 'x'.repeat(10_000), '\ud800'])(
    'threat 50: the original name %j affects only what is displayed',
    async (originalName) => {
      const { name } = await link({ originalName })
      expect(name).toMatch(/^[0-9a-f]{32}\.png$/)
      const kept = await server.db.read((session) =>
        session.one(
          (row) => row.original_name,
          sql<Pick<FileRow, 'original_name'>>`select original_name from file where name = ${name}`,
        ),
      )
      expect(kept).not.toMatch(/[\p{Cc}\p{Cf}/\\]/u)
      expect(kept.length).toBeLessThanOrEqual(255)
    },
  )

  test('a chart is downloaded by its owner under the given name, and no name can inject a header', async () => {
    const name = await upload({ folder: 'chart', isPrivate: true, bytesMax: limits.chartBytesMax })
    const response = await owner.raw(`/files/${name}?download=daily-report.png`)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="daily-report.png"')
    for (const bad of ['a"b.png', 'a%0d%0aX: y', '../x.png', '한글.png', '']) {
      const plain = await owner.raw(`/files/${name}?download=${bad}`)
      expect(plain.status).toBe(200)
      expect(plain.headers.get('content-disposition')).toBeNull()
    }
    expect((await (await server.customer('PUBLISHER')).raw(`/files/${name}?download=x.png`)).status).toBe(404)
  })

  test('an upload leaves an audit row of its owner', async () => {
    const name = await upload()
    const rows = await server.db.read((session) =>
      session.rows(
        sql`select customer_id, became from audit where action = 'files/upload' order by audit_id desc limit 1`,
      ),
    )
    expect(rows[0]).toMatchObject({ customer_id: owner.id, became: { name } })
  })

  test('unused links and failed uploads are deleted, stored files never', async () => {
    const kept = await upload()
    const unused = (await link()).name
    const failed = await link()
    await put(failed.uploadURL, Buffer.from('no picture'))
    await server.advance(hour)
    const clean = () => deleteExpired({ db: server.db, store }, server.now)
    expect(await clean()).toBeGreaterThanOrEqual(2)
    expect(await clean()).toBe(0)
    const left = await server.db.read((session) =>
      session.many(
        (row) => row.name,
        sql<Pick<FileRow, 'name'>>`select name from file where name = any (${[kept, unused, failed.name]})`,
      ),
    )
    expect(left).toEqual([kept])
    expect((await get(kept)).status).toBe(200)
  })

  test('bytes of an upload that died before its row was written are deleted, an hour after the link expires', async () => {
    const { name } = await link()
    const path = join(folder, `dead-${backend}`)
    writeFileSync(path, await picture())
    const id = await server.db.read((session) =>
      session.one(
        (row) => row.file_id,
        sql<Pick<FileRow, 'file_id'>>`select file_id from file where name = ${name}`,
      ),
    )
    await server.db.transaction((tx) => claim(tx, id))
    await store.put(name, path)
    expect((await get(name)).status).toBe(404)
    const clean = () => deleteExpired({ db: server.db, store }, server.now)
    await server.advance(hour)
    await clean()
    expect(await store.open(name).then((bytes) => bytes?.destroy())).toBeDefined()
    await server.advance(16 * minute)
    expect(await clean()).toBe(1)
    expect(await store.open(name)).toBeUndefined()
  })
})
