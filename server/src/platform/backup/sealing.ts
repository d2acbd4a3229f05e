import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const magic = Buffer.from('VLB1')
const saltBytes = 32
const tagBytes = 16
const cipher = 'aes-256-gcm'
/** Each object has a key of its own, so one nonce is enough. */
const nonce = Buffer.alloc(12)
/** The fastest level: most objects are WAL, which is mainly zeros. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** 64 MB of memory and about 0.2 s for each guess at BACKUP_KEY. */
const scryptCost = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1_048_576 }

/** An object that was not written with this key under this name, or was changed since. */
export class Damaged extends Error {}

/** The key of a whole backup. */
export const deriveKey = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase, salt, 32, scryptCost, (fault, key) => (fault ? reject(fault) : resolve(key)))
  })

const objectKey = (key: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, 'voltline backup object', 32))

/** Compressed and encrypted. The name is authenticated, so objects cannot be exchanged for each other. */
export async function seal(key: Buffer, name: string, bytes: Buffer): Promise<Buffer> {
  const salt = randomBytes(saltBytes)
  const sealing = createCipheriv(cipher, objectKey(key, salt), nonce).setAAD(Buffer.from(name))
  const body = sealing.update(await compress(bytes, compression))
  return Buffer.concat([magic, salt, body, sealing.final(), sealing.getAuthTag()])
}

export async function unseal(key: Buffer, name: string, sealed: Buffer): Promise<Buffer> {
  const bodyFrom = magic.length + saltBytes
  if (sealed.length < bodyFrom + tagBytes || !sealed.subarray(0, magic.length).equals(magic)) {
    throw new Damaged(`${name} is damaged.`)
  }
  const opening = createDecipheriv(cipher, objectKey(key, sealed.subarray(magic.length, bodyFrom)), nonce)
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(-tagBytes))
  try {
    const body = opening.update(sealed.subarray(bodyFrom, -tagBytes))
    return await decompress(Buffer.concat([body, opening.final()]))
  } catch {
    throw new Damaged(`${name} is damaged.`)
  }
}
