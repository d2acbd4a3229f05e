import { keccak_256 } from '@noble/hashes/sha3'

const shape = /^0x[0-9a-fA-F]{40}$/

/** The address as EIP-55 writes it: a hex letter is upper case where the hash of the address says so. */
function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = Buffer.from(keccak_256(digits)).toString('hex')
  const cased = [...digits].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}

/** An EVM address in its checksummed form; undefined if it is none, or in mixed case with a wrong checksum. */
export function parseAddress(text: string): string | undefined {
  if (!shape.test(text)) return undefined
  const digits = text.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  const address = checksummed(text)
  return isMixed && address !== text ? undefined : address
}
