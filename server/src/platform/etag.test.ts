import { expect, test } from 'vitest'
import { etagOfContent, isNotModified, weakEtagOfContent } from './etag.ts'

const page = Buffer.from('page')

test('a client that sends the tag, alone, in a list or in its weak form, has the content', () => {
  for (const etag of [etagOfContent(page), weakEtagOfContent(page)]) {
    expect(isNotModified(etag, etag)).toBe(true)
    expect(isNotModified(`"other", ${etag}`, etag)).toBe(true)
    expect(isNotModified(weakEtagOfContent(page), etag)).toBe(true)
  }
})

test('a client that sends another tag, or none, has not', () => {
  const etag = etagOfContent(page)
  expect(isNotModified(undefined, etag)).toBe(false)
  expect(isNotModified(etagOfContent(Buffer.from('other')), etag)).toBe(false)
})
