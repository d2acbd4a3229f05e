import { limits } from '@voltline/contract'
import { after, type CustomerId, type Instant, instant, minute } from '@voltline/kernel'
import type { ReadSession, Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { ImageSize } from '../media/image.ts'
import type { Secrets } from '../secrets.ts'
import {
  type AnnouncedFile,
  announce,
  type FileType,
  type Folder,
  type StoredFile,
  type StoredFileRow,
  toStoredFile,
} from './file.ts'

export interface NewUpload {
  customerId: CustomerId
  folder: Folder
  contentType: FileType
  bytesMax: number
  isPrivate: boolean
  /** The name on the customer's computer; only ever displayed. */
  originalName: string
  /** The largest picture that is accepted, in pixels. */
  sidesMax?: ImageSize
}

export interface LinkQuery {
  sig: string
  expires: number
}

const readLinkLifeMs = 5 * minute
const uploadPurpose = 'upload-link'
const readPurpose = 'read-link'

/** A link for one PUT of this type and size, valid for anyone who holds it until it expires. */
export async function issueUpload(
  tx: Tx,
  upload: NewUpload,
  services: { now: Instant; secrets: Secrets; publicUrl: string },
): Promise<{ name: string; uploadURL: string }> {
  const expiresAt = after(services.now, limits.uploadLinkLifeMs)
  const { name } = await announce(tx, upload, { now: services.now, expiresAt })
  const sig = services.secrets
    .mac(uploadPurpose, uploadClaims({ ...upload, name, expiresAt }))
    .toString('base64url')
  const query = new URLSearchParams({ sig, expires: String(expiresAt) })
  return { name, uploadURL: `${services.publicUrl}/files/upload/${name}?${query}` }
}

/** Which of these names are stored files of this customer; a foreign, a missing and an unfinished file look the same. */
export const findUploaded = (
  session: ReadSession,
  customerId: CustomerId,
  names: readonly string[],
): Promise<StoredFile[]> =>
  session.many(
    toStoredFile,
    sql<StoredFileRow>`select * from file where customer_id = ${customerId} and name = any (${[...names]}) and state = 'STORED'`,
  )

/** Everything that the link grants is under its signature, so none of it can be changed or moved to another name. */
const uploadClaims = (
  file: Pick<AnnouncedFile, 'name' | 'customerId' | 'contentType' | 'bytesMax' | 'expiresAt'>,
): string =>
  JSON.stringify([file.name, file.customerId ?? 0, file.contentType, file.bytesMax, file.expiresAt])

/** Reads `sig` and `expires` of a link; undefined if either is missing or malformed. */
export function readLinkQuery(query: unknown): LinkQuery | undefined {
  if (typeof query !== 'object' || query === null || !('sig' in query) || !('expires' in query))
    return undefined
  const { sig, expires } = query
  if (typeof sig !== 'string' || typeof expires !== 'string' || !/^\d{1,15}$/.test(expires)) return undefined
  return { sig, expires: Number(expires) }
}

const bytesOf = (sig: string): Buffer => Buffer.from(sig, 'base64url')

export function isValidUploadLink(
  secrets: Secrets,
  file: AnnouncedFile,
  query: LinkQuery,
  now: Instant,
): boolean {
  if (query.expires !== file.expiresAt || file.expiresAt <= now) return false
  return secrets.isMac(uploadPurpose, uploadClaims(file), bytesOf(query.sig))
}

/** The address of a stored file. */
export const fileUrl = (publicUrl: string, name: string): string => `${publicUrl}/files/${name}`

const readClaims = (name: string, expires: Instant): string => JSON.stringify([name, expires])

/** A short-lived link to a private file. The caller has checked that the customer may read it. */
export function signedReadUrl(
  name: string,
  services: { now: Instant; secrets: Secrets; publicUrl: string },
): string {
  const expires = after(services.now, readLinkLifeMs)
  const sig = services.secrets.mac(readPurpose, readClaims(name, expires)).toString('base64url')
  return `${fileUrl(services.publicUrl, name)}?${new URLSearchParams({ sig, expires: String(expires) })}`
}

export const isValidReadLink = (secrets: Secrets, name: string, query: LinkQuery, now: Instant): boolean =>
  query.expires > now &&
  secrets.isMac(readPurpose, readClaims(name, instant(query.expires)), bytesOf(query.sig))
