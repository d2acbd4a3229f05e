import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StoreDetails } from '@voltline/contract'
import { describe, expect, test } from 'vitest'
import { readAppStore } from './app-store.ts'
import { readGooglePlay } from './google-play.ts'
import { lookupPage, toAppInfo } from './store-page.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')

describe('Google Play', () => {
  test('AD-AD-43 API-58 the page’s own data gives title, score, installs, genre and price', () => {
    expect(readGooglePlay(fixture('google-play.html.txt'))).toEqual({
      title: 'Merge Harbor: Puzzle Island',
      score: 4.5893817,
      installs: '5,000,000+',
      genres: ['Puzzle'],
      free: true,
    })
  })

  test('if the page’s data has moved, its linked data still gives most of it', () => {
    expect(readGooglePlay(fixture('google-play-changed.html.txt'))).toEqual({
      title: 'Merge Harbor: Puzzle Island',
      score: 4.589381694793701,
      installs: '',
      genres: ['Puzzle'],
      free: false,
    })
  })

  test('a page without an app gives nothing', () => {
    for (const html of ['', '<html>', 'AF_initDataCallback({data:', '<script type="application/ld+json">{']) {
      expect(readGooglePlay(html)).toBeUndefined()
    }
  })

  test('threat 60: a hostile page of megabytes is read in linear time', () => {
    const started = performance.now()
    const pieces = [
      'AF_initDataCallback({key: data:[',
      '<script type="application/ld+json" ',
      '<script>',
      '</script',
    ]
    for (const piece of pieces) readGooglePlay(piece.repeat(100_000))
    readGooglePlay('<script>AF_initDataCallback({data:[, sideChannel:</script>'.repeat(50_000))
    expect(performance.now() - started).toBeLessThan(60_000)
  })
})

describe('App Store', () => {
  test('AD-AD-43 AD-AD-44 the lookup gives title, score, genres and price, and no installs', () => {
    expect(readAppStore(fixture('app-store.json'))).toEqual({
      title: 'Merge Harbor',
      score: 4.71234,
      installs: '',
      genres: ['게임', '퍼즐', '가족'],
      free: true,
    })
  })

  test('an unknown app, or an unexpected response, gives nothing', () => {
    for (const body of ['{"resultCount":0,"results":[]}', '', '[]', '{"results":[{}]}', '<html>']) {
      expect(readAppStore(body)).toBeUndefined()
    }
  })
})

describe('where an app is looked up', () => {
  test('VALID-51 VALID-52 Q-54 only at its own store, and only by id and country', () => {
    expect(lookupPage('AOS', 'https://play.google.com/store/apps/details?id=com.a.b&x=1#y', 'us')).toEqual({
      host: 'play.google.com',
      path: '/store/apps/details?id=com.a.b&hl=en&gl=US',
    })
    expect(lookupPage('IOS', 'https://apps.apple.com/jp/app/name/id123?l=en', 'KR')).toEqual({
      host: 'itunes.apple.com',
      path: '/lookup?id=123&country=jp&entity=software',
    })
    expect(lookupPage('IOS', 'https://itunes.apple.com/app/id123', 'Global')?.path).toContain('country=kr')
  })

  test('threat 48: every other address is refused before a request is made', () => {
    const hosts = [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
      '2130706433',
      '0x7f.1',
      'play.google.com.evil.test',
      'evil.test/play.google.com',
      'play.google.com@evil.test',
      'apps.apple.com.evil.test',
      'PLAY.GOOGLE.COM.',
      'play。google.com.evil.test',
    ]
    const paths = ['/store/apps/details?id=a.b', '/kr/app/id123', '/']
    const schemes = ['http', 'https', 'ftp', 'file', 'gopher', 'javascript', 'data', '']
    let tried = 0
    for (const host of hosts) {
      for (const path of paths) {
        for (const scheme of schemes) {
          for (const platform of ['AOS', 'IOS'] as const) {
            tried++
            expect(lookupPage(platform, `${scheme}://${host}${path}`, 'KR')).toBeUndefined()
          }
        }
      }
    }
    expect(tried).toBeGreaterThan(300)
  })

  test('an invalid id never reaches the store’s address', () => {
    for (const id of ['', '../x', 'a b', 'a%0d%0aHost: x', '1abc', 'a'.repeat(300)]) {
      const url = `https://play.google.com/store/apps/details?id=${id}`
      expect(lookupPage('AOS', url, 'KR')).toBeUndefined()
    }
    expect(lookupPage('IOS', 'https://apps.apple.com/kr/app/idx', 'KR')).toBeUndefined()
    expect(lookupPage('AOS', 'https://play.google.com/?id=a.b', '../')?.path).toContain('gl=KR')
  })
})

test('a store’s texts become one clean line each, whatever they contain', () => {
  const info = toAppInfo(
    {
      title: `A\u202E\u0000\n${'x'.repeat(500)}\uD800`,
      score: 4.5893817,
      installs: '1\r\n0',
      genres: Array.from({ length: 50 }, () => 'g\u0007'.repeat(100)),
      free: true,
    },
    'https://play.google.com/store/apps/details?id=a.b',
  )
  expect(StoreDetails.parse(info)).toEqual(info)
  expect(info).toMatchObject({ Score: 4.6, Installs: '1 0', Show: false })
})
