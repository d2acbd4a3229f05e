import { createHash } from 'node:crypto'

/**
 * A Merkle tree as in RFC 6962, section 2.1: a leaf is hashed after a byte 0, a node after a byte 1, so that neither can
 * be taken for the other, and the left side of a node is the largest full tree.
 */
export const leafHash = (content: Buffer | string): Buffer =>
  createHash('sha256').update(Buffer.of(0)).update(content).digest()

const nodeHash = (left: Buffer, right: Buffer): Buffer =>
  createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest()

const emptyRoot = (): Buffer => createHash('sha256').digest()

/** The root over leaves as they come, in memory for a few hashes. */
export class MerkleRoot {
  /** Full trees, the largest first; a tree of 2^n leaves for each bit of the count. */
  readonly #full: { hash: Buffer; leaves: number }[] = []
  leaves = 0

  add(hash: Buffer): void {
    this.leaves += 1
    let tree = { hash, leaves: 1 }
    for (let last = this.#full.at(-1); last?.leaves === tree.leaves; last = this.#full.at(-1)) {
      this.#full.pop()
      tree = { hash: nodeHash(last.hash, tree.hash), leaves: 2 * tree.leaves }
    }
    this.#full.push(tree)
  }

  root(): Buffer {
    const hashes = this.#full.map((tree) => tree.hash)
    const last = hashes.pop()
    return last ? hashes.reduceRight((right, left) => nodeHash(left, right), last) : emptyRoot()
  }
}

export interface PathStep {
  side: 'left' | 'right'
  hash: string
}

const rootOf = (hashes: readonly Buffer[]): Buffer => {
  const tree = new MerkleRoot()
  for (const hash of hashes) tree.add(hash)
  return tree.root()
}

/** The hashes that lead from a leaf to the root, from the leaf upwards. */
export function pathOf(hashes: readonly Buffer[], index: number): PathStep[] {
  if (hashes.length <= 1) return []
  let split = 1
  while (split * 2 < hashes.length) split *= 2
  const [left, right] = [hashes.slice(0, split), hashes.slice(split)]
  return index < split
    ? [...pathOf(left, index), { side: 'right', hash: rootOf(right).toString('hex') }]
    : [...pathOf(right, index - split), { side: 'left', hash: rootOf(left).toString('hex') }]
}
