import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAdInput, readAdInput } from './ad-input.ts'

test('the fast path accepts and reads exactly what the contract’s schema does', () => {
  const odd = fc.oneof(
    fc.constantFrom(null, undefined, '', 0, -1, 1.5, 2 ** 31, true, [], {}),
    fc.string({ unit: 'binary', maxLength: 70 }),
    fc.integer(),
  )
  const field = <T>(valid: fc.Arbitrary<T>) => fc.option(fc.oneof(valid, odd), { nil: undefined })
  const body = fc.record(
    {
      medID: field(fc.integer({ min: 1, max: 2_147_483_647 })),
      deviceID: field(
        fc.oneof(fc.stringMatching(/^[!-~]{1,66}$/), fc.constantFrom('!~', ' ', 'a b', 'a\x7f', '\x1f')),
      ),
      country: field(fc.constantFrom('KR', 'us', 'Global', 'K')),
      test: field(fc.boolean()),
      more: field(fc.string()),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(body, (sent) => {
      const plain: unknown = JSON.parse(JSON.stringify(sent))
      const expected = parseAdInput(plain)
      const read = readAdInput(plain)
      expect(read === undefined).toBe(expected === undefined)
      if (expected) expect(read).toMatchObject(expected)
    }),
    { seed: 3, numRuns: 3_000 },
  )
})
