import { createHmac } from 'node:crypto'
import { after, type Day, day, type Instant } from '@voltline/kernel'
import ipaddr from 'ipaddr.js'
import type { Database } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { type AddressKey, monthStart, prepareKeys } from './key-store.ts'

/** Keyed hashes in hex; '' if the address identifies nobody. */
export interface AddressHashes {
  ipHash: string
  networkHash: string
  /** Of the address under the keys of earlier months that rules may still look back to. */
  formerHashes: readonly string[]
}

const hashBytes = 8
const lookBackDays = 31
/** The next month's key is made ahead, so that no request waits for it. */
const aheadDays = 2
const nobody: AddressHashes = { ipHash: '', networkHash: '', formerHashes: [] }

/** The bytes that identify the caller and its network; undefined for private, reserved and invalid addresses. */
function identify(address: string): { host: Buffer; network: Buffer } | undefined {
  if (!ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return undefined
  const bytes = Buffer.from(parsed.toByteArray())
  return bytes.length === 4
    ? { host: bytes, network: bytes.subarray(0, 3) }
    : { host: bytes.subarray(0, 8), network: bytes.subarray(0, 6) }
}

/** Private, loopback, link-local and other reserved addresses identify nobody: a proxy, an office, a developer. */
export const isPublicAddress = (address: string): boolean => identify(address) !== undefined

const hashOf = (key: Buffer, kind: 'address' | 'network', bytes: Buffer): string =>
  createHmac('sha256', key)
    .update(kind)
    .update(bytes)
    .digest('hex')
    .slice(0, 2 * hashBytes)

/** Hashes addresses with the key of the month. No plain address is ever stored. */
export class AddressHasher {
  readonly #services: { db: Database; secrets: Secrets }
  /** Newest first. */
  #keys: AddressKey[] = []
  #preparing = new Map<Day, Promise<void>>()

  constructor(services: { db: Database; secrets: Secrets }) {
    this.#services = services
  }

  /** Makes the keys of now and of the next days, if there are none yet. */
  async prepare(now: Instant): Promise<void> {
    await this.#prepareMonth(monthStart(now))
    await this.#prepareMonth(monthStart(after(now, aheadDays * day)))
  }

  async of(address: string, now: Instant): Promise<AddressHashes> {
    const identity = identify(address)
    if (!identity) return nobody
    const month = monthStart(now)
    await this.#prepareMonth(month)
    const current = this.#keys.find((known) => known.month === month)
    if (!current) return nobody
    const oldest = monthStart(after(now, -lookBackDays * day))
    const former = this.#keys.filter((known) => known.month < month && known.month >= oldest)
    return {
      ipHash: hashOf(current.key, 'address', identity.host),
      networkHash: hashOf(current.key, 'network', identity.network),
      formerHashes: former.map(({ key }) => hashOf(key, 'address', identity.host)),
    }
  }

  #prepareMonth(month: Day): Promise<void> {
    if (this.#keys.some((known) => known.month === month)) return Promise.resolve()
    const known = this.#preparing.get(month)
    if (known) return known
    const { db, secrets } = this.#services
    const preparing = prepareKeys(db, secrets, month)
      .then((keys) => {
        this.#keys = keys
      })
      .finally(() => this.#preparing.delete(month))
    this.#preparing.set(month, preparing)
    return preparing
  }
}
