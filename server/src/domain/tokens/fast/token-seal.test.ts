import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Secrets } from '../../../platform/secrets.ts'
import { counterBlock, hiddenNumberFrom, openToken, sealToken, textAt } from '../token-format.ts'
import { TokenSeal } from './token-seal.ts'

const secrets = new Secrets('a secret key for tests, long enough')
const keys = {
  cipher: secrets.key('test-cipher'),
  number: secrets.key('test-number'),
  mac: secrets.key('test-mac'),
}

test('seals the same tokens as the reference implementation', () => {
  const seal = new TokenSeal(keys, { blocksPerNonce: 512 })
  fc.assert(
    fc.property(
      fc.integer({ min: hiddenNumberFrom, max: 255 }),
      fc.uint8Array({ minLength: 1, maxLength: 117 }),
      (form, text) => {
        seal.bytes.set(text, textAt)
        const token = seal.seal(form, textAt + text.length)
        const content = openToken(keys, token)
        expect(content).toMatchObject({ form, text: Buffer.from(text) })
        expect(content && sealToken(keys, content)).toBe(token)
      },
    ),
    { seed: 5, numRuns: 2_000 },
  )
})

test('goes on sealing once its code is optimised', () => {
  const seal = new TokenSeal(keys)
  for (let count = 0; count < 60_000; count++) seal.seal(hiddenNumberFrom, textAt + 100)
})

describe('the key stream', () => {
  const blockBytes = 16

  /** The blocks that each token took, for texts of every length. */
  function takenBy(seal: TokenSeal, count: number): string[] {
    return Array.from({ length: count }, (_, index) => {
      const end = textAt + 1 + (index % 100)
      const opened = openToken(keys, seal.seal(hiddenNumberFrom, end))
      const block = counterBlock(keys, hiddenNumberFrom, Buffer.from(opened?.number ?? '', 'hex'))
      const [nonce, first] = [block.toString('hex', 0, 12), block.readUInt32BE(12)]
      const blocks = Math.ceil((end - textAt) / blockBytes)
      return Array.from({ length: blocks }, (_, block) => `${nonce} ${first + block}`)
    }).flat()
  }

  test('never gives a block to two tokens, in one process or several with the same secret', () => {
    const taken = [new TokenSeal(keys), new TokenSeal(keys), new TokenSeal(keys)].flatMap((seal) =>
      takenBy(seal, 2_000),
    )
    expect(new Set(taken).size).toBe(taken.length)
  })

  test('continues under a new nonce when its counter is exhausted', () => {
    const taken = takenBy(new TokenSeal(keys, { blocksPerNonce: 1_024 }), 2_000)
    expect(new Set(taken).size).toBe(taken.length)
    expect(new Set(taken.map((block) => block.split(' ')[0])).size).toBeGreaterThan(5)
    expect(Math.max(...taken.map((block) => Number(block.split(' ')[1])))).toBeLessThan(1_024)
  })
})
