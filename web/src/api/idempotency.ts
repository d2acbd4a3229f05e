import { CallTrouble } from './client.ts'

/** Names one submission of a dialog, so that the server carries it out once, however often it is sent. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** The call may or may not have been carried out: no answer, or one of a proxy. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof CallTrouble &&
  error.trouble.kind === 'failed' &&
  [0, 502, 503, 504].includes(error.trouble.status)

/** The server keeps no answer for these, so the same key is sent with the next try. */
export const mayBeRetried = (error: unknown): boolean =>
  error instanceof CallTrouble &&
  ((error.trouble.kind === 'failed' && error.trouble.status !== 403 && error.trouble.status !== 404) ||
    (error.trouble.kind === 'rejected' && error.trouble.status === 429))
