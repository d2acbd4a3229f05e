import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PartsReader, toParts } from './parts.ts'

test('a message of any length and any characters arrives as it was sent, in parts that PostgreSQL takes', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 2_000 }), { maxLength: 20 }), (values) => {
      const reader = new PartsReader()
      const parts = toParts('me', 7, JSON.stringify(values))
      expect(parts.every((part) => Buffer.byteLength(part) < 8_000)).toBe(true)
      const [message] = parts.flatMap((part) => reader.read(part) ?? [])
      expect(JSON.parse(message?.text ?? '')).toEqual(values)
    }),
    { numRuns: 50 },
  )
})

test('the parts of two senders may mix', () => {
  const reader = new PartsReader()
  const [a, b] = [JSON.stringify('a'.repeat(20_000)), JSON.stringify('b'.repeat(20_000))]
  const [ofA, ofB] = [toParts('first', 1, a), toParts('second', 1, b)]
  const read = ofA
    .flatMap((part, index) => [part, ofB[index] ?? ''])
    .flatMap((part) => reader.read(part) ?? [])
  expect(read).toEqual([
    { from: 'first', text: a },
    { from: 'second', text: b },
  ])
})

test('a message with a lost part is not delivered, and the next one is', () => {
  const reader = new PartsReader()
  const [, ...rest] = toParts('me', 1, JSON.stringify('a'.repeat(20_000)))
  const next = toParts('me', 2, '{}')
  const read = [...rest, 'nonsense', ...next].flatMap((part) => reader.read(part) ?? [])
  expect(read).toEqual([{ from: 'me', text: '{}' }])
})
