import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { etagOfContent, isNotModified } from '../../platform/etag.ts'
import { safeHeaders } from '../../platform/safe-headers.ts'
import { headerOf } from './reply.ts'

const folder = join(import.meta.dirname, '../../../../sdk/dist')
const names = new Map([
  ['/sdk/voltline.js', 'voltline.js'],
  ['/sdk/voltline.mjs', 'voltline.mjs'],
])

interface Script {
  plain: Buffer
  gzipped: Buffer
  etag: string
}
const scripts = new Map<string, Script>()

/** A script of the SDK's build. Read on first use, so that a server without a build of the SDK still starts. */
export function builtScript(name: string): Script | undefined {
  const known = scripts.get(name)
  if (known) return known
  try {
    const plain = readFileSync(join(folder, name))
    const etag = etagOfContent(plain)
    const script = { plain, gzipped: gzipSync(plain, { level: 9 }), etag }
    scripts.set(name, script)
    return script
  } catch {
    return undefined
  }
}

/** For pages of any origin. */
export function sendScript(
  request: IncomingMessage,
  response: ServerResponse,
  script: Script,
  cacheControl: string,
): void {
  request.resume()
  const acceptsGzip = /\bgzip\b/.test(headerOf(request, 'accept-encoding') ?? '')
  const body = acceptsGzip ? script.gzipped : script.plain
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...safeHeaders,
    'Cache-Control': cacheControl,
    Vary: 'Accept-Encoding',
    ETag: script.etag,
  }
  if (isNotModified(headerOf(request, 'if-none-match'), script.etag)) response.writeHead(304, headers).end()
  else {
    const encoding = acceptsGzip ? { 'Content-Encoding': 'gzip' } : {}
    response.writeHead(200, { ...headers, ...encoding, 'Content-Length': body.length })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}

/** GET /sdk/voltline.js and /sdk/voltline.mjs. Returns false if there is no such script. */
export function handleScript(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const name = names.get((request.url ?? '').split('?', 1)[0] ?? '')
  const script = name === undefined ? undefined : builtScript(name)
  if (!script) return false
  sendScript(request, response, script, 'public, max-age=3600')
  return true
}
