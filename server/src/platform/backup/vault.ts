import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Damaged, deriveKey, seal, unseal } from './sealing.ts'
import { type BackupTarget, openTarget, type S3Access } from './target/target.ts'

/** The only object that is not encrypted: what is needed to derive the key. */
const headerName = 'voltline-backup.json'
const Header = z.object({ format: z.literal(1), salt: z.string().regex(/^[0-9a-f]{64}$/) })

/** Encrypted; it opens only with the right key. */
const identityName = 'identity'
const Identity = z.object({ system: z.string() })

/** The encrypted objects of one backup. */
export class Vault {
  readonly #target: BackupTarget
  readonly #key: Buffer

  constructor(target: BackupTarget, key: Buffer) {
    this.#target = target
    this.#key = key
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await this.#target.put(name, await seal(this.#key, name, bytes))
  }

  /** Throws Damaged, with the object's name, if it is not what was put. */
  async get(name: string): Promise<Buffer | undefined> {
    const sealed = await this.#target.get(name)
    return sealed && unseal(this.#key, name, sealed)
  }

  async getOrFail(name: string): Promise<Buffer> {
    const bytes = await this.get(name)
    if (!bytes) throw new Damaged(`The backup is incomplete: ${name} is missing.`)
    return bytes
  }

  list(prefix: string): Promise<string[]> {
    return this.#target.list(prefix)
  }

  remove(name: string): Promise<void> {
    return this.#target.remove(name)
  }

  /** Stands for a name that must not be readable in the backup. */
  hide(name: string): string {
    return createHmac('sha256', this.#key).update(name).digest('hex').slice(0, 40)
  }

  /** Tells whether two processes use the same backup, without saying which. */
  get fingerprint(): string {
    return this.hide('fingerprint')
  }
}

export interface BackupPlace {
  url: string
  key: string
  s3: S3Access | undefined
}

const reason = (fault: unknown): string =>
  fault instanceof Error && 'code' in fault && typeof fault.code === 'string'
    ? fault.code
    : fault instanceof Error
      ? fault.message || fault.name
      : String(fault)

/** Opens an existing backup for reading. */
export async function openVault({ url, key, s3 }: BackupPlace): Promise<Vault> {
  const target = await openTarget(url, s3)
  const found = await target.get(headerName).catch((fault: unknown) => {
    throw new Error(`${url} cannot be read (${reason(fault)}).`)
  })
  if (!found) throw new Error(`${url} is not a backup: ${headerName} is missing.`)
  return openWith(target, found, { url, key })
}

async function openWith(target: BackupTarget, found: Buffer, place: { url: string; key: string }) {
  const header = Header.safeParse(parseJson(found))
  if (!header.success)
    throw new Damaged(`${place.url} is not a backup of this program: ${headerName} is damaged.`)
  const vault = new Vault(target, await deriveKey(place.key, Buffer.from(header.data.salt, 'hex')))
  if (!(await target.get(identityName)))
    throw new Damaged(`The backup is incomplete: ${identityName} is missing.`)
  await vault.get(identityName).catch(() => {
    throw new Error(`BACKUP_KEY is not the key of ${place.url}, or ${identityName} is damaged.`)
  })
  return vault
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/**
 * Opens the backup for writing and creates it if there is none. `system` names the database; a place that holds the
 * backup of another one is refused, because the two would mix.
 */
export async function openOwnVault(place: BackupPlace, system: string): Promise<Vault> {
  const target = await openTarget(place.url, place.s3)
  const header = await target.get(headerName)
  const vault = header ? await openWith(target, header, place) : await createVault(target, place.key, system)
  const identity = Identity.parse(JSON.parse((await vault.getOrFail(identityName)).toString()))
  if (identity.system !== system) {
    throw new Error(`BACKUP_URL ${place.url} holds the backup of another database. Choose another place.`)
  }
  return vault
}

async function createVault(target: BackupTarget, passphrase: string, system: string): Promise<Vault> {
  const salt = randomBytes(32)
  const vault = new Vault(target, await deriveKey(passphrase, salt))
  await vault.put(identityName, Buffer.from(JSON.stringify({ system })))
  // Last: a header without an identity would be a backup that no key opens.
  const header: z.infer<typeof Header> = { format: 1, salt: salt.toString('hex') }
  await target.put(headerName, Buffer.from(JSON.stringify(header)))
  return vault
}

const probeName = () => `probe-${randomBytes(8).toString('hex')}`

/** Writes and reads once. Throws the one line that stops the start. */
export async function checkPlace(place: BackupPlace): Promise<void> {
  const written = randomBytes(16)
  const name = probeName()
  try {
    const target = await openTarget(place.url, place.s3)
    await target.put(name, written)
    const read = await target.get(name)
    await target.remove(name)
    if (!read?.equals(written)) throw new Error('what was written is not what is read')
  } catch (fault) {
    throw new Error(`BACKUP_URL ${place.url} cannot be written (${reason(fault)}).`)
  }
}
