import { expect, test } from 'vitest'
import { describedApi, findDescriptionFaults } from './api-description.ts'

/** The description with one change. */
function changed(change: (document: Record<string, never>) => void): object {
  const document = structuredClone(describedApi())
  change(document as Record<string, never>)
  return document
}
const rulesOf = async (document: object) =>
  new Set((await findDescriptionFaults(document)).map((finding) => finding.split(':')[0]))

test('the API’s description is without a finding, and planted faults are found', async () => {
  expect(await findDescriptionFaults(describedApi())).toEqual([])
  const text = JSON.stringify(describedApi())
  const doubled = JSON.parse(
    text.replace('"enum":["TRYAGAIN_LATER"', '"enum":["TRYAGAIN_LATER","TRYAGAIN_LATER"'),
  )
  expect(await rulesOf(doubled)).toContain('spectral duplicated-entry-in-enum')
  const unsecured = JSON.parse(text.replace('"security":[],', ''))
  expect(await rulesOf(unsecured)).toContain('redocly security-defined')
  const untagged = changed((document) => void Object.assign(document, { tags: [] }))
  expect(await rulesOf(untagged)).toContain('spectral operation-tag-defined')
}, 60_000)
