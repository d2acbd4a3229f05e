// npm run sbom: writes the bill of materials and the licences of what ships.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials } from './supply-chain/bom.ts'
import { licenceList } from './supply-chain/licence-list.ts'
import { readShipment } from './supply-chain/shipment.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'dist')

const shipment = readShipment(root)
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'voltline.cdx.json'), billOfMaterials(shipment))
writeFileSync(join(folder, 'licences.md'), licenceList(root, shipment))
console.log(
  `dist/voltline.cdx.json and dist/licences.md: ${shipment.packages.length} packages, ${shipment.contents.length} libraries inside them`,
)
