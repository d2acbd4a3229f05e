import { dirname } from 'node:path'
import { type Finding, isCode, isTest } from './files.ts'

const folderFilesMax = 15
/** Folders that were too large when the limit came, with their sizes then. Each may only shrink; remove it at 15. */
const stillLarge: Readonly<Record<string, number>> = {
  'contract/src': 16,
}

/** Reports folders with too many source files; tests beside them do not count. */
export function findCrowdedFolders(files: readonly string[]): Finding[] {
  const counts = new Map<string, number>()
  for (const file of files.filter((name) => isCode(name) && !isTest(name))) {
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > (stillLarge[folder] ?? folderFilesMax))
    .map(
      ([folder, count]) =>
        `${folder} has ${count} source files, more than ${stillLarge[folder] ?? folderFilesMax}`,
    )
}
