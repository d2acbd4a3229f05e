import { createHmac } from 'node:crypto'
import { day, hour, instant, minute, second } from '@voltline/kernel'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyIdOf, type Message, parseCallbackUrl, signedUrl, waitMsAfter } from './message.ts'
import { decodePassthrough, encodePassthrough } from './passthrough.ts'

const message: Message = {
  eventId: '0b6f9d8e-0000-4000-8000-000000000001',
  userId: 'user 1',
  custom: "a&b=c*'()!~",
  reward: '보석',
  count: 3,
  unitId: 7,
  watchedAt: instant(1_800_000_000_000),
}

const queryOf = (url: URL) => url.search.slice(1)
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

describe('a callback’s URL', () => {
  test('has its macros filled in, percent-encoded but for unreserved characters', () => {
    const template =
      'https://game.test/cb/{unit_id}?u={user_id}&r={reward}&n={count}&e={event_id}&c={custom}&t={ts}&x={other}#top'
    const url = signedUrl(template, message, 'secret')
    expect(url.href.split('&key_id=')[0]).toBe(
      'https://game.test/cb/7?u=user%201&r=%EB%B3%B4%EC%84%9D&n=3&e=0b6f9d8e-0000-4000-8000-000000000001' +
        '&c=a%26b%3Dc%2A%27%28%29%21~&t=1800000000000&x={other}',
    )
  })

  test('ends with the signature over everything before it, whatever the values are', () => {
    const templates = fc.constantFrom(
      'https://game.test/',
      'http://game.test:81/a?',
      'https://game.test/{custom}/b?x={user_id}',
      'https://game.test?c={custom}&c={custom}&sig=mine',
    )
    fc.assert(
      fc.property(templates, fc.string({ unit: 'binary' }), fc.string(), (template, userId, custom) => {
        const url = signedUrl(template, { ...message, userId, custom }, 'the secret')
        const end = queryOf(url).lastIndexOf('&sig=')
        const signed = queryOf(url).slice(0, end)
        expect(queryOf(url).slice(end)).toBe(`&sig=${hmac('the secret', signed)}`)
        expect(signed.endsWith(`key_id=${keyIdOf('the secret')}`)).toBe(true)
        expect(url.host).toBe(new URL(template).host)
        const { searchParams } = url
        if (template.includes('c={custom}')) expect(searchParams.get('c')).toBe(custom.toWellFormed())
      }),
    )
  })

  test('is a web address of at most 1,024 characters without user info or macros in its host', () => {
    expect(parseCallbackUrl('https://game.test/cb?u={user_id}')?.host).toBe('game.test')
    const bad = [
      ...['', 'game.test', 'ftp://game.test/', 'javascript:alert(1)', 'https://', 'https://a b/'],
      ...[
        'https://{custom}.game.test/',
        'https://user:pass@game.test/',
        `https://game.test/${'a'.repeat(1_024)}`,
      ],
    ]
    for (const url of bad) expect([url, parseCallbackUrl(url)]).toEqual([url, undefined])
  })
})

test('a callback is tried seven times: after 10 s, 1 min, 10 min, 1 h, 6 h and 24 h', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map(waitMsAfter)
  expect(waits).toEqual([10 * second, minute, 10 * minute, hour, 6 * hour, day, undefined])
})

test('what an app passes through is decoded as it was encoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (userId, custom) => {
      expect(decodePassthrough(encodePassthrough({ userId, custom }))).toEqual({ userId, custom })
    }),
  )
  expect(encodePassthrough({ userId: '', custom: '' })).toBeUndefined()
})
