import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shipment } from './bom.ts'
import { expressionOf } from './licences.ts'
import type { ShippedPackage } from './shipped.ts'

const aNotice = /^(licen[cs]e|copying|notice|third_party_notices|ofl|dbip-license)/i

/** The texts that come with an installed package; none for one of another architecture. */
function noticesOf(root: string, { path }: ShippedPackage): string[] {
  const folder = join(root, path)
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && aNotice.test(entry.name),
  )
  return files.map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
}

const fenced = (text: string): string => `\`\`\`\`text\n${text}\n\`\`\`\``

/** Every package and library that ships, with its licence, and the text of each licence once. */
export function licenceList(root: string, { version, packages, contents }: Shipment): string {
  const row = (name: string, its: { version: string; licence: string }, within = '') =>
    `| ${name} | ${its.version} | ${expressionOf(its.licence) ?? its.licence} | ${within} |`
  const rows = [
    ...packages.map((shipped) => row(shipped.name, shipped)),
    ...contents.map((content) => row(content.name, content, content.within)),
  ]
  const holders = new Map<string, string[]>()
  for (const shipped of packages) {
    for (const text of noticesOf(root, shipped)) {
      holders.set(text, [...(holders.get(text) ?? []), `${shipped.name} ${shipped.version}`])
    }
  }
  const texts = [...holders].map(([text, names]) => `## ${names.join(', ')}\n\n${fenced(text)}`)
  return [
    `# What ships with Voltline ${version}, and its licences`,
    `| Name | Version | Licence | Inside |\n|---|---|---|---|\n${rows.join('\n')}`,
    ...texts,
    '',
  ].join('\n\n')
}
