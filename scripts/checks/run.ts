// Runs one check over the whole repository: node scripts/checks/run.ts sizes|escapes|secrets|languages|lockfile|licences|doc-paths|api-description
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findLicenceFaults, findUnusedExceptions } from '../supply-chain/licences.ts'
import { readShipment } from '../supply-chain/shipment.ts'
import { findMissingPaths } from './doc-paths.ts'
import { findEscapes } from './escapes.ts'
import { type Finding, repositoryFiles } from './files.ts'
import { findCrowdedFolders } from './folders.ts'
import { findLanguageGaps } from './languages.ts'
import { findLockfileFaults } from './lockfile.ts'
import { findSecrets } from './secrets.ts'
import { findOversize } from './sizes.ts'

const root = join(import.meta.dirname, '..', '..')

const overFiles = (find: (file: string, text: string) => Finding[]) => (): Finding[] =>
  repositoryFiles(root).flatMap((file) => find(file, readFileSync(join(root, file), 'utf8')))

async function languages(): Promise<Finding[]> {
  const { en } = await import('../../web/src/i18n/en/index.ts')
  const { ko } = await import('../../web/src/i18n/ko/index.ts')
  return findLanguageGaps({ en, ko })
}

function licences(): Finding[] {
  const { packages, contents } = readShipment(root)
  return [...findLicenceFaults([...packages, ...contents]), ...findUnusedExceptions(packages)]
}

/** Loaded only for this check, because the linters take a second to load. */
async function apiDescription(): Promise<Finding[]> {
  const { describedApi, findDescriptionFaults } = await import('./api-description.ts')
  return findDescriptionFaults(describedApi())
}

const checks = new Map<string, () => Finding[] | Promise<Finding[]>>([
  ['sizes', () => [...overFiles(findOversize)(), ...findCrowdedFolders(repositoryFiles(root))]],
  ['escapes', overFiles(findEscapes)],
  ['secrets', overFiles(findSecrets)],
  ['languages', languages],
  ['doc-paths', overFiles((file, text) => findMissingPaths(root, file, text))],
  ['licences', licences],
  ['api-description', apiDescription],
  ['lockfile', () => findLockfileFaults(readFileSync(join(root, 'package-lock.json'), 'utf8'))],
])

const check = checks.get(process.argv[2] ?? '')
if (!check) throw new Error(`Usage: node scripts/checks/run.ts ${[...checks.keys()].join('|')}`)
const findings = await check()
for (const finding of findings) console.log(finding)
process.exitCode = findings.length > 0 ? 1 : 0
