import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { openApiDocument } from '../../contract/src/openapi/document.ts'
import type { Finding } from './files.ts'

/** Rules that are off, and why. */
const redoclyRules = {
  /** The specification's own paths end in a slash. */
  'no-path-trailing-slash': 'off',
  /** A click is a redirect. */
  'operation-2xx-response': 'off',
} as const
/** The specification's own paths end in a slash. */
const spectralRules = { 'path-keys-no-trailing-slash': 'off' } as const

async function redoclyFindings(source: string): Promise<Finding[]> {
  const config = await createConfig({ extends: ['recommended'], rules: redoclyRules })
  const problems = await lintFromString({ source, config })
  return problems.map(
    ({ ruleId, message, location }) => `redocly ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  )
}

async function spectralFindings(document: object): Promise<Finding[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset(new spectral.Ruleset({ extends: [[rulesets.oas, 'recommended']], rules: spectralRules }))
  const problems = await linter.run(document as Record<string, unknown>)
  return problems.map(({ code, message, path }) => `spectral ${code}: ${message} ${path.join('/')}`)
}

/** What Redocly's recommended rules and Spectral's rules for OpenAPI find in a document. */
export const findDescriptionFaults = async (document: object): Promise<Finding[]> => [
  ...(await redoclyFindings(JSON.stringify(document))),
  ...(await spectralFindings(document)),
]

export const describedApi = (): object =>
  openApiDocument({ publicUrl: 'https://ads.voltline.test', contactMail: 'contact@voltline.test' })
