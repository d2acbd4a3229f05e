import { describe, expect, test } from 'vitest'
import { checkUrls } from './campaign.ts'

const url = 'https://example.com/app'

describe('the target URLs of a campaign', () => {
  test('ERR-14 ERR-15 VALID-36 the platform’s own URL is required', () => {
    expect(checkUrls('AOS', { aos: url, ios: '' })).toEqual({ ok: true, value: { aos: url, ios: '' } })
    expect(checkUrls('AOS', { aos: '', ios: url })).toMatchObject({ error: 'INVALID_TRACKURLAOS' })
    expect(checkUrls('IOS', { aos: url, ios: '' })).toMatchObject({ error: 'INVALID_TRACKURLIOS' })
    expect(checkUrls('WEB', { aos: '', ios: '' })).toMatchObject({ error: 'INVALID_TRACKURLAOS' })
  })

  test('the other platform’s URL may be empty, but not invalid', () => {
    expect(checkUrls('AOS', { aos: url, ios: 'x' })).toMatchObject({ error: 'INVALID_TRACKURLIOS' })
    expect(checkUrls('IOS', { aos: 'x', ios: url })).toMatchObject({ error: 'INVALID_TRACKURLAOS' })
  })

  test('user info, and a macro in place of the host, are refused', () => {
    for (const wrong of ['https://:p@shop.example/', 'https://u@shop.example/', 'https://{device_id}/']) {
      expect(checkUrls('AOS', { aos: wrong, ios: url })).toMatchObject({ error: 'INVALID_TRACKURLAOS' })
      expect(checkUrls('BOTH', { aos: url, ios: wrong })).toMatchObject({ error: 'INVALID_TRACKURLIOS' })
    }
  })

  test('Q-77 a campaign for both platforms uses a single URL for both', () => {
    expect(checkUrls('BOTH', { aos: '', ios: url })).toEqual({ ok: true, value: { aos: url, ios: url } })
    expect(checkUrls('BOTH', { aos: '', ios: '' })).toMatchObject({ error: 'INVALID_TRACKURLAOS' })
  })
})
