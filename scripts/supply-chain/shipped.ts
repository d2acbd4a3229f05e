interface LockedPackage {
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  resolved?: string
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type LockedPackages = Record<string, LockedPackage>

export interface ShippedPackage {
  /** Where it is installed, below the repository's root. */
  path: string
  name: string
  version: string
  /** As the package states it: an SPDX expression, words, or nothing. */
  licence: string
  integrity: string | undefined
  /** The paths of the packages that it uses. */
  uses: readonly string[]
}

/** What runs, or is bundled into what browsers and apps load. The others build, test and measure it. */
const shippedWorkspaces = ['kernel', 'contract', 'server', 'web', 'sdk']

const supported = { os: 'linux', cpu: ['x64', 'arm64'], libc: 'glibc' }

const allows = (limit: string | string[] | undefined, any: string | readonly string[]): boolean =>
  limit === undefined || [limit].flat().some((value) => [any].flat().includes(value))

const isForUs = ({ os, cpu, libc }: LockedPackage): boolean =>
  allows(os, supported.os) && allows(cpu, supported.cpu) && allows(libc, supported.libc)

/** As Node resolves a name: from the folder of the package upwards. */
function resolve(packages: LockedPackages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`
    if (packages[path]) return path
    if (!folder) return undefined
  }
}

function usedBy(packages: LockedPackages, path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path] ?? {}
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
  return names.flatMap((name) => {
    const used = resolve(packages, path, name)
    const locked = used === undefined ? undefined : packages[used]
    return used !== undefined && locked && !locked.link && isForUs(locked) ? [used] : []
  })
}

/** The packages that the program itself and its bundles use; `node` comes from the root. */
export const directlyUsed = (packages: LockedPackages): string[] => [
  ...new Set(['', ...shippedWorkspaces].flatMap((workspace) => usedBy(packages, workspace))),
]

/** Packages that state their licence only in a file of their own; read there for exactly this version. */
const licencesInFiles: Readonly<Record<string, string>> = { 'png-js 2.0.0': 'MIT' }

const nameAt = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Every package of the lockfile that ships on a supported machine, sorted by its path. */
export function shippedPackages(packages: LockedPackages): ShippedPackage[] {
  const waiting = directlyUsed(packages)
  const found = new Map<string, ShippedPackage>()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    const { version = '', license = '', integrity } = packages[path] ?? {}
    const uses = usedBy(packages, path)
    const name = nameAt(path)
    const licence = license || (licencesInFiles[`${name} ${version}`] ?? '')
    found.set(path, { path, name, version, licence, integrity, uses })
    waiting.push(...uses)
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}
