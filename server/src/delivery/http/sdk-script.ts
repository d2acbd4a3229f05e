import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { etagOfContent, isNotModified } from '../../platform/etag.ts'
import { headerOf } from './wire.ts'

const folder = join(import.meta.dirname, '../../../../sdk/dist')
const names = new Map([
  ['/sdk/voltline.js', 'voltline.js'],
  ['/sdk/voltline.mjs', 'voltline.mjs'],
])

interface Script {
  plain: Buffer
  packed: Buffer
  etag: string
}
const scripts = new Map<string, Script>()

/** Read when it is first asked for: a server without a build of the SDK does everything else. */
function scriptAt(path: string): Script | undefined {
  const known = scripts.get(path)
  const name = names.get(path)
  if (known || !name) return known
  try {
    const plain = readFileSync(join(folder, name))
    const etag = etagOfContent(plain)
    const script = { plain, packed: gzipSync(plain, { level: 9 }), etag }
    scripts.set(path, script)
    return script
  } catch {
    return undefined
  }
}

/** GET /sdk/voltline.js and /sdk/voltline.mjs, for pages of any origin. False when there is no such script. */
export function handleScript(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const script = scriptAt((request.url ?? '').split('?', 1)[0] ?? '')
  if (!script) return false
  request.resume()
  const isPacked = /\bgzip\b/.test(headerOf(request, 'accept-encoding') ?? '')
  const body = isPacked ? script.packed : script.plain
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'public, max-age=3600',
    Vary: 'Accept-Encoding',
    ETag: script.etag,
  }
  if (isNotModified(headerOf(request, 'if-none-match'), script.etag)) response.writeHead(304, headers).end()
  else {
    const packing = isPacked ? { 'Content-Encoding': 'gzip' } : {}
    response.writeHead(200, { ...headers, ...packing, 'Content-Length': body.length })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  return true
}
