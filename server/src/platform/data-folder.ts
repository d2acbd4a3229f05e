import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Creates the data folder if it is missing and returns its real path. Throws a one-line error if it is not writable. */
export function openDataFolder(path: string): string {
  try {
    makeFolder(resolve(path))
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(path)
  } catch (fault) {
    const code = (fault as NodeJS.ErrnoException).code
    throw new Error(
      `The data folder ${resolve(path)} cannot be written (${code}). Set DATA_DIR to a folder that this user may write to.`,
    )
  }
}

/** By hand, because Node's recursive mkdir never ends in places such as /proc, where nothing can be made. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}
