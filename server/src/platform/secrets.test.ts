import { createCipheriv, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Secrets } from './secrets.ts'

const oldKey = 'the key of the year before last, long'
const newKey = 'the key of this year, also long enough'
const before = new Secrets(oldKey)
const after = new Secrets(newKey, [oldKey])
const without = new Secrets(newKey)

test('what a former key sealed opens while that key is listed, and not without it', () => {
  const sealed = before.seal('api-key', 'a key')
  expect(after.open('api-key', sealed)).toBe('a key')
  expect(() => without.open('api-key', sealed)).toThrow('SECRET_KEY_OLD')
  expect(() => after.open('postback-secret', sealed)).toThrow()
})

test('only the current key seals and signs', () => {
  expect(without.open('api-key', after.seal('api-key', 'a key'))).toBe('a key')
  expect(() => before.open('api-key', after.seal('api-key', 'a key'))).toThrow()
  expect(without.isMac('read-link', 'text', after.mac('read-link', 'text'))).toBe(true)
  expect(before.isMac('read-link', 'text', after.mac('read-link', 'text'))).toBe(false)
})

test('what a former key signed verifies for its own purpose and text only', () => {
  const mac = before.mac('read-link', 'text')
  expect(after.isMac('read-link', 'text', mac)).toBe(true)
  expect(after.isMac('upload-link', 'text', mac)).toBe(false)
  expect(after.isMac('read-link', 'other', mac)).toBe(false)
  expect(without.isMac('read-link', 'text', mac)).toBe(false)
})

test('sealed values begin with the id of their key; values without one, of an earlier version, open too', () => {
  expect(after.seal('mail', 'x').subarray(0, 4)).toEqual(after.keyId)
  expect(after.keyId).not.toEqual(before.keyId)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', before.key('mail'), iv)
  const body = Buffer.concat([cipher.update('from before', 'utf8'), cipher.final()])
  const plain = Buffer.concat([iv, cipher.getAuthTag(), body])
  expect(before.open('mail', plain)).toBe('from before')
  expect(after.open('mail', plain)).toBe('from before')
})

test('a changed bit anywhere is noticed', () => {
  const sealed = after.seal('mail', 'a link')
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
    expect(() => after.open('mail', changed)).toThrow()
  }
})
