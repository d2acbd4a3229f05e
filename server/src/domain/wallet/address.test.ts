import { expect, test } from 'vitest'
import { parseAddress } from './address.ts'

// The examples of EIP-55.
const examples = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

test('an address is accepted with its checksum, or all in one case', () => {
  for (const address of examples) {
    const digits = address.slice(2)
    expect(parseAddress(address)).toBe(address)
    expect(parseAddress(`0x${digits.toLowerCase()}`)).toBe(address)
    expect(parseAddress(`0x${digits.toUpperCase()}`)).toBe(address)
  }
})

test('a wrong checksum, length, digit or prefix is no address', () => {
  const [first = ''] = examples
  const swapped = `${first.slice(0, -1)}D`
  const wrong = [
    '',
    '0x',
    first.slice(0, -1),
    `${first}0`,
    first.slice(2),
    ` ${first}`,
    `0X${first.slice(2)}`,
    swapped,
  ]
  for (const text of [...wrong, `0x${'g'.repeat(40)}`])
    expect([text, parseAddress(text)]).toEqual([text, undefined])
})
