import { describe, expect, test } from 'vitest'
import { checkImages, isVideoLength, nameInUploadUrl } from './material.ts'

const png = { type: 'image/png' }
const jpeg = { type: 'image/jpeg' }

test('VALID-40 VALID-42 VALID-43 CONST-22 the images that each product allows', () => {
  expect(checkImages('BANNER', [png, jpeg])).toEqual({ ok: true, value: ['image/png', 'image/jpeg'] })
  expect(checkImages('INTERSTITIAL', [jpeg]).ok).toBe(true)
  expect(checkImages('BANNER', [png, png, png]).ok).toBe(false)
  expect(checkImages('INTERSTITIAL', [png, png]).ok).toBe(false)
  expect(checkImages('VIDEO', [png]).ok).toBe(false)
  for (const type of ['image/gif', 'image/svg+xml', 'IMAGE/PNG', 'text/html', '']) {
    expect(checkImages('BANNER', [{ type }]).ok).toBe(false)
  }
})

test('VALID-47 CONST-23 a video runs 5 to 35 seconds', () => {
  expect([4_900, 5_000, 35_000, 35_100, undefined].map(isVideoLength)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
})

describe('Q-100 the file in an upload link', () => {
  const publicUrl = 'https://ads.example.com'
  const name = `${'a'.repeat(32)}.mp4`

  test('is found with and without the query', () => {
    for (const url of [
      `${publicUrl}/files/upload/${name}?sig=x&expires=1`,
      `${publicUrl}/files/upload/${name}`,
      `${publicUrl}/files/${name}`,
      `/files/upload/${name}`,
    ]) {
      expect(nameInUploadUrl(url, publicUrl)).toBe(name)
    }
  })

  test('threat 48: no other address contains one', () => {
    for (const url of [
      `https://evil.test/files/upload/${name}`,
      `http://ads.example.com/files/upload/${name}`,
      `https://ads.example.com:8443/files/upload/${name}`,
      `//evil.test/files/upload/${name}`,
      `file:///files/upload/${name}`,
      `${publicUrl}/files/upload/x/${name}`,
      `${publicUrl}/${name}`,
      'http://[',
      '',
    ]) {
      expect(nameInUploadUrl(url, publicUrl)).toBeUndefined()
    }
  })
})
