import parse from 'spdx-expression-parse'
import type { Finding } from '../checks/files.ts'

/** A package, or a library inside one. */
export interface Licensed {
  name: string
  version: string
  licence: string
  within?: string
}

/** Licences that ask for no more than their notice. The font licence covers fonts, CC-BY the table of countries. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSD-3-Clause-Clear',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'FTL',
  'HPND-sell-variant',
  'ICU',
  'IJG',
  'ISC',
  'LicenseRef-public-domain',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'OpenSSL',
  'PostgreSQL',
  'Unlicense',
  'Zlib',
  'libpng-2.0',
  'libtiff',
])

/** Licences that a package states in words, as a person read them. */
const statedInWords: Readonly<Record<string, string>> = {
  'SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)': 'CC-BY-4.0',
}

interface Accepted {
  package: RegExp
  licences: readonly string[]
}

/**
 * Copyleft that ends at the library or the file: used unmodified, as files of their own that anyone can replace. No
 * licence that reaches the program around it is ever accepted here. Decision 0052 has the reasons.
 */
const accepted: readonly Accepted[] = [
  { package: /^@img\/sharp-libvips-linux-(x64|arm64)$/, licences: ['LGPL-3.0-or-later', 'MPL-1.1'] },
  { package: /^@node-webcodecs\/static-linux-x64$/, licences: ['LGPL-2.1-or-later'] },
  { package: /^mediabunny$/, licences: ['MPL-2.0'] },
]

/** The SPDX expression of a stated licence; undefined when it is none. */
export function expressionOf(stated: string): string | undefined {
  const expression = statedInWords[stated] ?? stated
  try {
    parse(expression)
    return expression
  } catch {
    return undefined
  }
}

type Expression = ReturnType<typeof parse>

function isAllowed(expression: Expression, isFine: (id: string) => boolean): boolean {
  if ('conjunction' in expression) {
    const sides = [expression.left, expression.right]
    return expression.conjunction === 'or'
      ? sides.some((side) => isAllowed(side, isFine))
      : sides.every((side) => isAllowed(side, isFine))
  }
  return isFine(expression.license)
}

const titleOf = ({ name, version, within }: Licensed): string =>
  `${name}${version ? ` ${version}` : ''}${within ? ` in ${within}` : ''}`

function licenceFault(licensed: Licensed): Finding | undefined {
  const expression = expressionOf(licensed.licence)
  if (expression === undefined) return `${titleOf(licensed)} has no known licence: "${licensed.licence}"`
  const extra = accepted.find((entry) => entry.package.test(licensed.within ?? licensed.name))?.licences ?? []
  const isFine = (id: string) => permissive.has(id) || extra.includes(id)
  return isAllowed(parse(expression), isFine)
    ? undefined
    : `${titleOf(licensed)} has a licence that may not ship: ${expression}`
}

/** Names every package and library whose licence is unknown, copyleft, or otherwise not on the list. */
export const findLicenceFaults = (all: readonly Licensed[]): Finding[] =>
  all.flatMap((licensed) => licenceFault(licensed) ?? [])

/** Exceptions that nothing needs any more. */
export const findUnusedExceptions = (all: readonly Licensed[]): Finding[] =>
  accepted
    .filter((entry) => !all.some(({ name }) => entry.package.test(name)))
    .map((entry) => `scripts/supply-chain/licences.ts accepts ${entry.package}, which does not ship`)
