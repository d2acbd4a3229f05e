import { limits } from '@voltline/contract'
import { after, type CustomerId, type Instant, instant, minute } from '@voltline/kernel'
import type { Tx } from '../database/database.ts'
import { type Secrets, sameBytes } from '../secrets.ts'
import { type AnnouncedFile, announce, type FileType, type Folder } from './file.ts'

export interface NewUpload {
  customerId: CustomerId
  folder: Folder
  contentType: FileType
  bytesMax: number
  isPrivate: boolean
  /** As the person's computer calls it; kept to be shown, used for nothing. */
  originalName: string
}

export interface LinkQuery {
  sig: string
  expires: number
}

const readLinkLifeMs = 5 * minute

/** Reads `sig` and `expires` of a link; anything else in their place is no link. */
export function readLinkQuery(query: unknown): LinkQuery | undefined {
  if (typeof query !== 'object' || query === null || !('sig' in query) || !('expires' in query)) return undefined
  const { sig, expires } = query
  if (typeof sig !== 'string' || typeof expires !== 'string' || !/^\d{1,15}$/.test(expires)) return undefined
  return { sig, expires: Number(expires) }
}

/** Makes and checks the links by which bytes come in and private ones go out. */
export class FileLinks {
  readonly #publicUrl: string
  readonly #secrets: Secrets

  constructor(parts: { publicUrl: string; secrets: Secrets }) {
    this.#publicUrl = parts.publicUrl
    this.#secrets = parts.secrets
  }

  /** A link good for one PUT of this type and size by whoever the customer hands it to, until it expires. */
  async issueUpload(tx: Tx, upload: NewUpload, now: Instant): Promise<{ name: string; uploadURL: string }> {
    const expiresAt = after(now, limits.uploadLinkLifeMs)
    const { name } = await announce(tx, upload, { now, expiresAt })
    const sig = this.#uploadMac({ ...upload, name, expiresAt }).toString('base64url')
    const query = new URLSearchParams({ sig, expires: String(expiresAt) })
    return { name, uploadURL: `${this.#publicUrl}/files/upload/${name}?${query}` }
  }

  isGoodUpload(file: AnnouncedFile, query: LinkQuery, now: Instant): boolean {
    if (query.expires !== file.expiresAt || file.expiresAt <= now) return false
    return sameBytes(Buffer.from(query.sig, 'base64url'), this.#uploadMac(file))
  }

  /** The address of a file that everyone may read. */
  publicUrlOf(name: string): string {
    return `${this.#publicUrl}/files/${name}`
  }

  /** A short-lived link to a private file; who asks for it has been checked by the caller. */
  signedReadUrl(name: string, now: Instant): string {
    const expires = after(now, readLinkLifeMs)
    const sig = this.#readMac(name, expires).toString('base64url')
    return `${this.publicUrlOf(name)}?${new URLSearchParams({ sig, expires: String(expires) })}`
  }

  isGoodRead(name: string, query: LinkQuery, now: Instant): boolean {
    if (query.expires <= now) return false
    return sameBytes(Buffer.from(query.sig, 'base64url'), this.#readMac(name, instant(query.expires)))
  }

  #uploadMac(file: Pick<AnnouncedFile, 'name' | 'customerId' | 'contentType' | 'bytesMax' | 'expiresAt'>): Buffer {
    const claims = [file.name, file.customerId ?? 0, file.contentType, file.bytesMax, file.expiresAt]
    return this.#secrets.mac('upload-link', JSON.stringify(claims))
  }

  #readMac(name: string, expires: Instant): Buffer {
    return this.#secrets.mac('read-link', JSON.stringify([name, expires]))
  }
}
