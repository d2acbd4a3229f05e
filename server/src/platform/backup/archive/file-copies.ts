import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { isStoredName } from '../../files/store.ts'
import { Damaged } from '../sealing.ts'
import type { Vault } from '../vault.ts'
import { partBytesMax } from './packing.ts'

const prefix = 'files/'

const CopyHeader = z.object({
  name: z.string().refine(isStoredName),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
  /** By the file system's clock. */
  writtenMs: z.number(),
})
export type FileCopy = z.output<typeof CopyHeader>

const objectName = (vault: Vault, name: string, part: number) => `${prefix}${vault.hide(name)}-${part}`
const isFirstPart = (object: string) => object.endsWith('-0')

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Copies new files of a local store. A stored file never changes, so each is copied once. */
export class FileCopies {
  readonly #vault: Vault
  readonly #root: string
  #copied: Set<string> | undefined
  /** When each folder last changed, as far as it has been copied. */
  readonly #seenMs = new Map<string, number>()

  constructor(vault: Vault, storeFolder: string) {
    this.#vault = vault
    this.#root = storeFolder
  }

  async copyNew(): Promise<void> {
    this.#copied ??= new Set(await this.#vault.list(prefix))
    for (const folder of await foldersOf(this.#root)) {
      const { mtimeMs } = await stat(join(this.#root, folder))
      if (this.#seenMs.get(folder) === mtimeMs) continue
      for (const name of await readdir(join(this.#root, folder))) {
        const stored = folder === 'audit' ? `audit/${name}` : name
        if (isStoredName(stored)) await this.#copy(stored, join(this.#root, folder, name))
      }
      this.#seenMs.set(folder, mtimeMs)
    }
  }

  async #copy(name: string, path: string): Promise<void> {
    const first = objectName(this.#vault, name, 0)
    if (this.#copied?.has(first)) return
    const { size, mtimeMs } = await stat(path)
    const header: FileCopy = { name, bytes: size, sha256: await hashOf(path), writtenMs: mtimeMs }
    const handle = await open(path, 'r')
    try {
      // The first part is written last: its presence says that the copy is complete.
      for (let part = partCount(size) - 1; part >= 0; part--) {
        const at = part * partBytesMax
        const chunk = Buffer.alloc(Math.min(partBytesMax, size - at))
        await handle.read(chunk, 0, chunk.length, at)
        const bytes = part === 0 ? Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), chunk]) : chunk
        await this.#vault.put(objectName(this.#vault, name, part), bytes)
      }
    } finally {
      await handle.close()
    }
    this.#copied?.add(first)
  }
}

const partCount = (bytes: number): number => Math.max(1, Math.ceil(bytes / partBytesMax))

async function foldersOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch((fault: unknown) => {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return []
    throw fault
  })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

/** Writes the copies that are `wanted` below a folder, as a disk store keeps them, and returns them. */
export async function restoreCopies(
  vault: Vault,
  root: string,
  wanted: (copy: FileCopy) => boolean,
): Promise<FileCopy[]> {
  const restored: FileCopy[] = []
  for (const object of (await vault.list(prefix)).filter(isFirstPart)) {
    const first = await vault.getOrFail(object)
    const headerEnd = first.indexOf('\n')
    const copy = CopyHeader.parse(JSON.parse(first.subarray(0, headerEnd).toString()))
    if (!wanted(copy)) continue
    await restoreCopy(vault, copy, { root, firstPart: first.subarray(headerEnd + 1), object })
    restored.push(copy)
  }
  return restored
}

async function restoreCopy(
  vault: Vault,
  copy: FileCopy,
  { root, firstPart, object }: { root: string; firstPart: Buffer; object: string },
): Promise<void> {
  const path = copy.name.includes('/') ? join(root, copy.name) : join(root, copy.name.slice(0, 2), copy.name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const handle = await open(path, 'wx', 0o600)
  try {
    for (let part = 0; part < partCount(copy.bytes); part++) {
      const bytes = part === 0 ? firstPart : await vault.getOrFail(objectName(vault, copy.name, part))
      hash.update(bytes)
      await handle.writeFile(bytes)
    }
  } finally {
    await handle.close()
  }
  if (hash.digest('hex') !== copy.sha256) throw new Damaged(`${object} is not what its manifest says.`)
}
