import type { IncomingMessage, ServerResponse } from 'node:http'
import { etagOfContent, isNotModified } from '../../platform/etag.ts'
import { safeHeaders } from '../../platform/safe-headers.ts'
import { headerOf } from './reply.ts'
import { builtScript, sendScript } from './sdk-script.ts'

export const framePath = '/sdk/v1/frame'
export const frameScriptPath = '/sdk/v1/frame.js'
const scriptName = 'frame.js'
const cacheControl = 'public, max-age=86400'

/** Only our own files: the script, and materials, which are served under PUBLIC_URL. */
const policyOf = (publicUrl: string): string => {
  const files = `'self' ${new URL(publicUrl).origin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    `img-src ${files}`,
    `media-src ${files}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** The script's address changes with its content, so that page and script of two versions never meet. */
const pageOf = (version: string): string =>
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="referrer" content="no-referrer">
<title>Advertisement</title>
<body>
<script src="${frameScriptPath}?v=${version}"></script>
</body>
</html>
`

/** GET /sdk/v1/frame, the page in which native SDKs show ads, and its script. Returns false without a build. */
export function handleFrame(
  request: IncomingMessage,
  response: ServerResponse,
  { path, publicUrl }: { path: string; publicUrl: string },
): boolean {
  const script = builtScript(scriptName)
  if (!script) return false
  if (path === frameScriptPath) {
    sendScript(request, response, script, cacheControl)
    return true
  }
  request.resume()
  const page = Buffer.from(pageOf(encodeURIComponent(script.etag.replaceAll('"', '').slice(0, 16))))
  const etag = etagOfContent(page)
  const headers = {
    ...safeHeaders,
    'Content-Security-Policy': policyOf(publicUrl),
    'Cache-Control': cacheControl,
    ETag: etag,
  }
  if (isNotModified(headerOf(request, 'if-none-match'), etag)) response.writeHead(304, headers).end()
  else {
    const type = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': page.length }
    response.writeHead(200, { ...headers, ...type })
    response.end(request.method === 'HEAD' ? undefined : page)
  }
  return true
}
