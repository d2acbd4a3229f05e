import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Whether a request may see what only the people who run the network need: metrics, details of health, API page. */
export type OpsAccess = (request: Pick<IncomingMessage, 'headers'>) => boolean

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** In production only with `Authorization: Bearer` and the token of the settings; elsewhere always. */
export function opsAccess(settings: { production: boolean; opsToken: string | undefined }): OpsAccess {
  if (!settings.production) return () => true
  if (settings.opsToken === undefined) return () => false
  const expected = digest(settings.opsToken)
  return ({ headers }) => {
    const sent = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]
    return sent !== undefined && timingSafeEqual(digest(sent), expected)
  }
}
