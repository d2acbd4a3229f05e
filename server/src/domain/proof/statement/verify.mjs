// Checks a statement of Voltline without a network and without packages: node verify.mjs
// CSV -> tree of the customer -> tree of the month -> signature; sums; and the hashes of the PDFs.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const read = (name) => readFileSync(join(folder, name))
const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const hex = (bytes) => bytes.toString('hex')
const leafHash = (content) => sha256(Buffer.of(0), content)
const nodeHash = (left, right) => sha256(Buffer.of(1), left, right)

function check(holds, claim) {
  if (!holds) throw new Error(claim)
  console.log(`ok  ${claim}`)
}

/** RFC 6962: the left side of a node is the largest full tree. */
function rootOf(hashes) {
  if (hashes.length === 0) return sha256('')
  if (hashes.length === 1) return hashes[0]
  let split = 1
  while (split * 2 < hashes.length) split *= 2
  return nodeHash(rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)))
}

function cellsOf(line) {
  const cells = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/gy
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    cells.push(match[1] === undefined ? match[2] : match[1].replaceAll('""', '"'))
    if (match[3] === '') break
  }
  return cells
}

/** Won with up to six decimals, in millionths. */
function micros(text) {
  const found = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text)
  if (!found) throw new Error(`"${text}" is not an amount`)
  const amount = BigInt(found[2]) * 1_000_000n + BigInt((found[3] ?? '').padEnd(6, '0'))
  return found[1] === '-' ? -amount : amount
}

function payloadOf(jws, keys) {
  const [head, payload, signature] = jws.split('.')
  const { alg, kid } = JSON.parse(Buffer.from(head, 'base64url'))
  const jwk = keys.find((key) => key.kid === kid)
  if (alg !== 'ES256' || !jwk) throw new Error('the signature names a key of keys.json')
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }
  const isGood = verify('sha256', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))
  if (!isGood) throw new Error('the signature is made by the key of keys.json')
  return JSON.parse(Buffer.from(payload, 'base64url'))
}

try {
  const proof = JSON.parse(read('proof.json'))
  const { keys } = JSON.parse(read('keys.json'))
  const [header, ...lines] = read(proof.file)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split('\r\n')
  check(lines.pop() === '', `${proof.file} is complete`)
  check(lines.length === proof.leaves, `${proof.file} has ${proof.leaves} rows`)

  const column = cellsOf(header).indexOf(proof.column)
  const sum = lines.reduce((total, line) => total + micros(cellsOf(line)[column]), 0n)
  check(String(sum) === proof.sum, `the sum of ${proof.column} is ${proof.sum} millionths of a won`)

  if (lines.length > 0) {
    const root = rootOf(lines.map((line) => leafHash(line)))
    check(hex(root) === proof.root, 'the rows make the root of this customer')
    const part = leafHash(
      Buffer.concat([
        Buffer.from(proof.blind, 'hex'),
        root,
        Buffer.from(`${proof.month} ${lines.length} ${sum}`),
      ]),
    )
    const monthRoot = proof.path.reduce((hash, step) => {
      const other = Buffer.from(step.hash, 'hex')
      return step.side === 'left' ? nodeHash(other, hash) : nodeHash(hash, other)
    }, part)
    check(hex(monthRoot) === proof.published.root, 'the path leads to the root of the month')
  }
  const signed = payloadOf(proof.published.jws, keys)
  check(
    signed.month === proof.month &&
      signed.root === proof.published.root &&
      signed.previous === proof.published.previous,
    `the root of ${proof.month} and the one before are signed`,
  )
  const { month, customer, files } = payloadOf(read('files.jws').toString('utf8').trim(), keys)
  check(month === proof.month && customer === proof.customer, 'the files are of this month and customer')
  for (const [name, hash] of Object.entries(files))
    check(hex(sha256(read(name))) === hash, `${name} is unchanged`)
  console.log(`\nAll of it holds. Compare with the published root: ${proof.publishedAt}`)
} catch (fault) {
  console.error(`FAILED: ${fault.message}`)
  process.exitCode = 1
}
