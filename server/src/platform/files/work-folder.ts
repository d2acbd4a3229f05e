import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Temporary folders for files that are being checked or encoded, one per job. */
export class WorkFolders {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** The folder starts empty and is removed afterwards. */
  async use<T>(work: (folder: string) => Promise<T>): Promise<T> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    const folder = await mkdtemp(join(this.#root, 'work-'))
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Removes the folders of killed processes. Ages are by the file system's clock, read from a new folder. */
  async sweep(olderThanMs: number): Promise<void> {
    await this.use(async (folder) => {
      const { mtimeMs } = await stat(folder)
      for (const name of await readdir(this.#root)) {
        const path = join(this.#root, name)
        const found = await stat(path).catch(() => undefined)
        if (found && mtimeMs - found.mtimeMs > olderThanMs) await rm(path, { recursive: true, force: true })
      }
    })
  }
}
