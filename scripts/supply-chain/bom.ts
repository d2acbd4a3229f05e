import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import parse from 'spdx-expression-parse'
import type { Content } from './contents.ts'
import { expressionOf } from './licences.ts'
import type { ShippedPackage } from './shipped.ts'

export interface Shipment {
  version: string
  /** The paths of the packages that the program itself uses. */
  direct: readonly string[]
  packages: readonly ShippedPackage[]
  contents: readonly Content[]
}

const licences = new Contrib.License.Factories.LicenseFactory(parse)

/** A name with a scope stays one path segment each: `pkg:npm/%40mantine/core@9.7.3`. */
const purlOf = ({ name, version }: ShippedPackage): string =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

function hashesOf(integrity: string | undefined): Models.HashDictionary {
  const digest = integrity?.match(/^sha512-(.+)$/)?.[1]
  return new Models.HashDictionary(
    digest ? [[Enums.HashAlgorithm['SHA-512'], Buffer.from(digest, 'base64').toString('hex')]] : [],
  )
}

const licencesOf = (stated: string): Models.LicenseRepository =>
  new Models.LicenseRepository([licences.makeFromString(expressionOf(stated) ?? stated)])

const contentOf = (content: Content): Models.Component =>
  new Models.Component(Enums.ComponentType.Library, content.name, {
    bomRef: `${content.within}#${content.name}`,
    ...(content.version ? { version: content.version } : {}),
    licenses: licencesOf(content.licence),
  })

function packageOf(shipped: ShippedPackage, contents: readonly Content[]): Models.Component {
  const own = contents.filter(({ within }) => within === shipped.name)
  return new Models.Component(Enums.ComponentType.Library, shipped.name, {
    bomRef: shipped.path,
    version: shipped.version,
    purl: purlOf(shipped),
    hashes: hashesOf(shipped.integrity),
    licenses: licencesOf(shipped.licence),
    components: new Models.ComponentRepository(own.map(contentOf)),
  })
}

/** CycloneDX 1.6 as JSON. Without a time or a serial number, so that the same packages give the same bytes. */
export function billOfMaterials({ version, direct, packages, contents }: Shipment): string {
  const components = new Map(packages.map((shipped) => [shipped.path, packageOf(shipped, contents)]))
  const refsOf = (paths: readonly string[]) => paths.flatMap((path) => components.get(path)?.bomRef ?? [])
  for (const { path, uses } of packages) {
    for (const ref of refsOf(uses)) components.get(path)?.dependencies.add(ref)
  }
  const program = new Models.Component(Enums.ComponentType.Application, 'voltline', {
    bomRef: 'voltline',
    version,
    dependencies: new Models.BomRefRepository(refsOf(direct)),
  })
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: program }),
    components: new Models.ComponentRepository(components.values()),
  })
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}
