import { createHash } from 'node:crypto'
import fresh from 'fresh'

const hashChars = 22

/** Strong: the same bytes, as for files that are read in ranges. */
export const etagOfHash = (sha256: Buffer): string => `"${sha256.toString('base64url')}"`

/** Strong, from the content itself. */
export const etagOfContent = (content: Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, hashChars)}"`

/** The same page in any content encoding. */
export const weakEtagOfContent = (content: Buffer): string => `W/${etagOfContent(content)}`

/** True if the client already has the content, so that the response is 304 (RFC 9110, 13.1.2). */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  fresh({ 'if-none-match': ifNoneMatch }, { etag })
