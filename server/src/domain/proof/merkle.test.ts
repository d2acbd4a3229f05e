import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { leafHash, MerkleRoot, pathOf } from './merkle.ts'

const sha = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()

/** MTH of RFC 6962, word for word. */
function reference(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha()
  const [only] = leaves
  if (leaves.length === 1 && only) return sha(Buffer.of(0), only)
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return sha(Buffer.of(1), reference(leaves.slice(0, split)), reference(leaves.slice(split)))
}

test('the root is that of RFC 6962 for every number of leaves, and each path leads to it', () => {
  for (let count = 0; count <= 40; count++) {
    const leaves = Array.from({ length: count }, (_, index) => Buffer.from(`leaf ${index}`))
    const tree = new MerkleRoot()
    for (const leaf of leaves) tree.add(leafHash(leaf))
    expect(tree.root()).toEqual(reference(leaves))
    leaves.forEach((leaf, index) => {
      const path = pathOf(leaves.map(leafHash), index)
      const root = path.reduce((hash, { side, hash: other }) => {
        const sibling = Buffer.from(other, 'hex')
        return side === 'left' ? sha(Buffer.of(1), sibling, hash) : sha(Buffer.of(1), hash, sibling)
      }, leafHash(leaf))
      expect(root).toEqual(reference(leaves))
    })
  }
})
