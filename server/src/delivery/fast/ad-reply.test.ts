import { pricingModels, products } from '@voltline/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AdReply, adPiece, adReply, mediumPiece, spliceReply } from './ad-reply.ts'

const text = fc.string({ unit: 'binary', maxLength: 40 })
const optional = { nil: undefined }

const anyShown: fc.Arbitrary<AdReply['shown']> = fc
  .record({
    proID: fc.nat(),
    product: fc.constantFrom(...products),
    billingType: fc.constantFrom(...pricingModels),
    materials: fc.array(fc.webUrl(), { maxLength: 3 }),
    name: text,
    appInfo: fc.option(
      fc.record({ Title: text, Genres: fc.array(text), Free: fc.boolean(), StoreURL: fc.webUrl() }),
      optional,
    ),
  })
  .map(({ appInfo, ...shown }) => ({ ...shown, ...(appInfo && { appInfo }) }))

const anyReply: fc.Arbitrary<AdReply> = fc.record({
  error: fc.constantFrom('SUCCESS', 'ADSERVER_TEST'),
  token: fc.stringMatching(/^[A-Za-z0-9_-]{1,200}$/),
  shown: anyShown,
  clickUrl: fc.webUrl().map((url) => `${url}/c/`),
  reward: fc.option(fc.record({ name: text, count: fc.nat() }), optional),
})

test('a spliced reply equals the reply of the reference implementation', () => {
  fc.assert(
    fc.property(anyReply, (reply) => {
      const { error, token, shown, clickUrl, reward } = reply
      const pieces = { ad: adPiece(shown, clickUrl), medium: mediumPiece(reward) }
      expect(spliceReply(error, token, pieces)).toBe(adReply(reply))
    }),
    { seed: 11, numRuns: 1_000 },
  )
})
