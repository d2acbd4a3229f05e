import { dayOn, pricingModels, products, soldBillingTypes } from '@voltline/contract'
import { won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { type AdFrame, checkDraft, type Draft } from './draft.ts'
import type { Material } from './material/material.ts'

const draft: Draft = {
  comment: '',
  campType: 'AOS',
  url: 'https://example.com/app',
  minCost: 1_000,
  maxCost: 2_000,
  dayLimit: 1_000_000,
  budgetLimit: 1_000_000,
  filter: false,
  countries: ['KR'],
  appInfo: null,
  week: [dayOn, 0, 0, 0, 0, 0, 0],
  gmID: 0,
  audID: 0,
}
const frame: AdFrame = {
  product: 'BANNER',
  billingType: 'CPM',
  campaign: { type: 'AOS', budgetMicros: won(1_000_000) },
}
const file = { width: 640, height: 320, durationMs: undefined }
const image = (name: string): Material => ({ ...file, name, folder: 'image' })
const video = (seconds: number): Material => ({
  ...file,
  name: 'v',
  folder: 'encoded',
  durationMs: seconds * 1_000,
})
const images = [image('a')]
const refusalOf = (change: Partial<Draft>, materials = images, held: Partial<AdFrame> = {}) => {
  const checked = checkDraft({ ...draft, ...change }, materials, { ...frame, ...held })
  return checked.ok ? 'SUCCESS' : checked.error
}

test('AD-AD-51 an ad with limits equal to the campaign budget is accepted', () => {
  expect(refusalOf({})).toBe('SUCCESS')
})

test('AD-AD-27 AD-AD-28 AD-AD-29 each product is sold by its own pricing models only', () => {
  const materials = { BANNER: images, INTERSTITIAL: images, VIDEO: [video(10)] }
  for (const product of products) {
    const accepted = pricingModels.filter(
      (billingType) => refusalOf({}, materials[product], { product, billingType }) === 'SUCCESS',
    )
    expect(accepted.toSorted()).toEqual([...soldBillingTypes[product]].toSorted())
  }
})

describe('files', () => {
  test('VALID-42 a banner takes one or two images', () => {
    expect(refusalOf({}, [image('a'), image('b')])).toBe('SUCCESS')
    expect(refusalOf({}, [])).toBe('UNKNOWN')
    expect(refusalOf({}, [image('a'), image('b'), image('c')])).toBe('UNKNOWN')
    expect(refusalOf({}, [image('a'), image('a')])).toBe('UNKNOWN')
  })

  test('VALID-43 an interstitial takes exactly one image', () => {
    const held = { product: 'INTERSTITIAL', billingType: 'CPC' } as const
    expect(refusalOf({}, images, held)).toBe('SUCCESS')
    expect(refusalOf({}, [image('a'), image('b')], held)).toBe('UNKNOWN')
  })

  const held = { product: 'VIDEO', billingType: 'CPV' } as const

  test('VALID-46 a video ad takes one video, and stills only with it', () => {
    const still: Material = { ...file, name: 's', folder: 'poster' }
    expect(refusalOf({}, [video(10), still], held)).toBe('SUCCESS')
    expect(refusalOf({}, [{ ...video(10), folder: 'encoded' }], held)).toBe('SUCCESS')
    expect(refusalOf({}, [still], held)).toBe('UNKNOWN')
    expect(refusalOf({}, [video(10), { ...video(10), name: 'w' }], held)).toBe('UNKNOWN')
    expect(refusalOf({}, [video(10), image('a')], held)).toBe('UNKNOWN')
    expect(refusalOf({}, [video(10)])).toBe('UNKNOWN')
  })

  test('VALID-47 CONST-23 a video runs 5 to 35 seconds', () => {
    const lengths = [4.9, 4.999, 5, 35, 35.001, 35.1]
    expect(lengths.map((seconds) => refusalOf({}, [video(seconds)], held))).toEqual([
      'UNKNOWN',
      'UNKNOWN',
      'SUCCESS',
      'SUCCESS',
      'UNKNOWN',
      'UNKNOWN',
    ])
  })

  test('Q-48 the video length is the measured one', () => {
    const checked = checkDraft(draft, [video(12.5)], { ...frame, ...held })
    expect(checked.ok && checked.value.videoSeconds).toBe(12.5)
  })
})

describe('the app step', () => {
  test('ERR-14 ERR-15 VALID-49 an incomplete target URL is refused with its platform’s code', () => {
    const both = { campaign: { type: 'BOTH', budgetMicros: won(1_000_000) } } as const
    for (const url of [
      '',
      'example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'https://a b',
      'https://u@x',
    ]) {
      expect(refusalOf({ url })).toBe('INVALID_TRACKURLAOS')
      expect(refusalOf({ url, campType: 'IOS' }, images, both)).toBe('INVALID_TRACKURLIOS')
      expect(refusalOf({ url, campType: 'BOTH' }, images, both)).toBe('INVALID_TRACKURLAOS')
    }
  })

  test('VALID-54 CONST-21 a URL has at most 1,024 characters', () => {
    const url = (length: number) => `https://example.com/${'a'.repeat(length - 20)}`
    expect(refusalOf({ url: url(1_024) })).toBe('SUCCESS')
    expect(refusalOf({ url: url(1_025) })).toBe('INVALID_TRACKURLAOS')
  })

  test('each platform may have a target of its own, which defaults to the common one', () => {
    const both: AdFrame = { ...frame, campaign: { type: 'BOTH', budgetMicros: won(1_000_000) } }
    const ios = 'https://ios.example/'
    const urls = (more: Partial<typeof draft> & { url_AOS?: string; url_iOS?: string }) => {
      const checked = checkDraft({ ...draft, campType: 'BOTH', ...more }, images, both)
      return checked.ok ? checked.value.urls : checked.error
    }
    expect(urls({ url_iOS: ios })).toEqual({ aos: draft.url, ios })
    expect(urls({ url_AOS: '', url_iOS: ios })).toEqual({ aos: draft.url, ios })
    expect(urls({ url: '', url_AOS: draft.url, url_iOS: ios })).toEqual({ aos: draft.url, ios })
    expect(urls({ campType: 'IOS', url_iOS: ios })).toEqual({ aos: '', ios })
    expect(urls({ url_AOS: 'x' })).toBe('INVALID_TRACKURLAOS')
    expect(urls({ url_iOS: 'x' })).toBe('INVALID_TRACKURLIOS')
    expect(urls({ campType: 'AOS', url_iOS: 'x' })).toBe('INVALID_TRACKURLIOS')
    expect(urls({ campType: 'IOS', url_AOS: 'x' })).toBe('INVALID_TRACKURLAOS')
  })

  test('Q-77 an ad for both platforms has its URL on both', () => {
    const both: AdFrame = { ...frame, campaign: { type: 'BOTH', budgetMicros: won(1_000_000) } }
    const checked = checkDraft({ ...draft, campType: 'BOTH' }, images, both)
    expect(checked.ok && checked.value.urls).toEqual({ aos: draft.url, ios: draft.url })
    const ios = checkDraft({ ...draft, campType: 'IOS' }, images, both)
    expect(ios.ok && ios.value.urls).toEqual({ aos: '', ios: draft.url })
  })

  test('Q-78 an ad in a campaign for one platform is for that platform', () => {
    expect(refusalOf({ campType: 'IOS' })).toBe('UNKNOWN')
    expect(refusalOf({ campType: 'BOTH' })).toBe('UNKNOWN')
  })

  test('VALID-51 VALID-52 a store URL is of the platform’s store', () => {
    const withStore = (StoreURL: string) =>
      refusalOf({
        appInfo: { Title: '', Score: null, Installs: '', Genres: [], Free: true, StoreURL, Show: false },
      })
    expect(withStore('https://play.google.com/store/apps/details?id=a.b')).toBe('SUCCESS')
    expect(withStore('https://apps.apple.com/kr/app/id1')).toBe('UNKNOWN')
    expect(withStore('https://play.google.com.evil.test/')).toBe('UNKNOWN')
  })
})

test('Q-101 VALID-55 a schedule without any hour is refused', () => {
  expect(refusalOf({ week: [0, 0, 0, 0, 0, 0, 0] })).toBe('EXCEEDED_SCHEDULE')
  expect(refusalOf({ week: [0, 0, 0, 1, 0, 0, 0] })).toBe('SUCCESS')
})

test('VALID-58 VALID-59 ERR-11 ERR-12 Q-01 limits may equal the budget, not exceed it', () => {
  expect(refusalOf({ dayLimit: 1_000_001 })).toBe('DAYLIMIT_LESSTHAN')
  expect(refusalOf({ budgetLimit: 1_000_001 })).toBe('PROLIMIT_LESSTHAN')
})

test('VALID-62 VALID-64 CONST-20 CPM bids from 1,000, others from 1, and MaxCost is at least MinCost', () => {
  expect(refusalOf({ minCost: 999 })).toBe('UNKNOWN')
  expect(refusalOf({ minCost: 1_000, maxCost: 1_000 })).toBe('SUCCESS')
  expect(refusalOf({ minCost: 1_001, maxCost: 1_000 })).toBe('UNKNOWN')
  expect(refusalOf({ minCost: 1, maxCost: 1 }, images, { billingType: 'nCPI' })).toBe('SUCCESS')
})
