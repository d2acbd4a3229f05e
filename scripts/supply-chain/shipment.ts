import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shipment } from './bom.ts'
import { contentsOf } from './contents.ts'
import { directlyUsed, shippedPackages } from './shipped.ts'

/** What ships, by the lockfile and the installed packages; nothing is read from the network. */
export function readShipment(root: string): Shipment {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const packages = shippedPackages(lockfile.packages)
  return {
    version: lockfile.version,
    direct: directlyUsed(lockfile.packages),
    packages,
    contents: contentsOf(root, packages),
  }
}
