import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '@voltline/kernel'
import { makeDatabaseFolder } from '../../../server/testing/database-folder.ts'

/** Seldom enough that the file system itself syncs nothing during a test. */
const journalSeconds = 300

const succeeds = (program: string, args: readonly string[]): boolean => spawnSync(program, args).status === 0

/**
 * A file system whose power can be cut. Its disk is a file: what has been synced is in that file, and what has only been
 * written is in the kernel's memory. After a cut, a copy of the file as it was is mounted instead.
 */
export class LoopDisk {
  readonly #home: string
  readonly folder: string
  #images = 0

  private constructor(home: string) {
    this.#home = home
    this.folder = join(home, 'disk')
  }

  /** Undefined where this user may not mount one. */
  static make(megabytes: number): LoopDisk | undefined {
    const disk = new LoopDisk(makeDatabaseFolder('voltline-power-'))
    mkdirSync(disk.folder)
    const isMounted =
      succeeds('truncate', ['-s', `${megabytes}M`, disk.#image]) &&
      succeeds('mkfs.ext4', ['-q', '-E', 'lazy_itable_init=0', disk.#image]) &&
      disk.#mount()
    if (isMounted) return disk
    disk.remove()
    return undefined
  }

  get #image(): string {
    return join(this.#home, `image-${this.#images}`)
  }

  #mount(): boolean {
    const isMounted = succeeds('mount', ['-o', `loop,commit=${journalSeconds}`, this.#image, this.folder])
    if (isMounted) chmodSync(this.folder, 0o755)
    return isMounted
  }

  /** Everything written so far survives a cut. */
  sync(): void {
    assert(succeeds('sync', ['-f', this.folder]), 'the file system can be synced')
  }

  /** Ends what runs on the disk, and keeps only what had been synced by then. Nothing may use the disk afterwards. */
  async cut(killAll: () => Promise<void>): Promise<void> {
    const killed = killAll()
    const before = this.#image
    this.#images++
    const isCopied = succeeds('cp', ['--sparse=always', before, this.#image])
    await killed
    assert(isCopied && succeeds('umount', [this.folder]), 'nothing uses the disk after the cut')
    rmSync(before)
    assert(this.#mount(), 'the file system repairs itself by its journal')
  }

  remove(): void {
    spawnSync('umount', ['-l', this.folder])
    rmSync(this.#home, { recursive: true, force: true })
  }
}
