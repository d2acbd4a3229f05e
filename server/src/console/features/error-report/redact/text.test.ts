import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactedText } from './text.ts'

const secret = 'Zq7!kRv2'

describe('a value is redacted', () => {
  test.each([
    'pw=$',
    'pwd: $',
    'password is $',
    'Password "$"',
    "passwd='$'",
    'newToken $',
    '"accessToken":"$"',
    '{\\"sessionKey\\":\\"$\\"}',
    '{\\\\\\"pw\\\\\\":\\\\\\"$\\\\\\"}',
    'token%3D$',
    'token%253d$',
    '%22pw%22%3A%22$%22',
    'apiKey => $',
    'X-Api-Key: $',
    'client_secret\n=\n$',
    'vcode&#61;$',
    'authorization: Basic $',
    'Authorization: Digest username="a", response="$"',
    'Proxy-Authorization:\tNegotiate $',
    'Bearer $',
    'Cookie: a=b; c=$',
    'Set-Cookie: sid=1; $',
    'session-key-id: $',
    'sig → $',
    'account number: $',
    'accountNumber=$',
    'account no. $',
    '계좌 번호: $',
    '비밀번호는 $',
    '비밀번호: $',
    '%EB%B9%84%EB%B0%80%EB%B2%88%ED%98%B8=$',
    '\\ube44\\ubc00\\ubc88\\ud638=$',
    'ｐｗ＝$',
    'p\u200bw=$',
    '<input name="pw" value="two $">',
    '<token>two $</token>',
    '{"key":"pw","value":"$"}',
    '"tokens":["a","$"]',
    '"token":{"value":"$"}',
    '{"pw":"a\\"$"}',
    '"pw":"two $"',
    'pw: `two $`',
    'mail $@company.test failed',
    'mail kim%2B$%40company.test failed',
    'https://ads.test/reset/$',
    'https://ads.test/reset?x=$',
    'https://ads.test/reset#$',
    'https://u:$@ads.test/',
    'https%3A%2F%2Fads.test%2Freset%2F$',
    '/api/v1/$',
    './api/$',
    'ads.test/reset/$',
    'localhost:3000/reset/$',
    'GET /a?$',
    '?x=$',
  ])('in %j', (form) => {
    const text = form.replace('$', () => secret)
    expect(redactedText(`before ${text}`)).not.toContain(secret)
    expect(redactedText(text)).not.toContain(secret)
  })

  test('after any name, separator and escape', () => {
    const names = ['pw', 'pwd', 'pass', 'token', 'key', 'secret', 'code', 'auth', 'cookie', 'session', 'sig']
    const name = fc.tuple(
      fc.constantFrom('', 'new', 'X-', 'my_', '"', "'"),
      fc.constantFrom(...names, 'accountNumber', 'account number', '비밀번호'),
      fc.constantFrom('', 'Id', '_1', '-value', '[0]', '"', "'"),
    )
    const separator = fc
      .array(fc.constantFrom('=', ':', ' ', ' is ', '"', "'", '\t', '\n', ' = ', '=>', '->', '('), {
        minLength: 1,
        maxLength: 4,
      })
      .map((all) => all.join(''))
    const escapes: ((text: string) => string)[] = [
      (text) => text,
      (text) => encodeURIComponent(text),
      (text) => encodeURIComponent(encodeURIComponent(text)),
      (text) => JSON.stringify(text),
      (text) => JSON.stringify(JSON.stringify(text)),
      (text) => encodeURIComponent(JSON.stringify(text)),
      (text) => text.replace(/./gsu, (character) => `&#${character.codePointAt(0)};`),
      (text) =>
        text.replace(
          /[^a-z]/gi,
          (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
    ]
    const value = fc.stringMatching(/^Q[A-Za-z0-9!@#*_-]{6,12}Q$/)
    fc.assert(
      fc.property(
        ...([
          name,
          separator,
          value,
          fc.constantFrom(...escapes),
          fc.constantFrom('', 'Error: ', 'at f ('),
        ] as const),
        ([before, word, after], between, hidden, escaped, start) => {
          const written = redactedText(start + escaped(`${before}${word}${after}${between}${hidden}`))
          expect(written).not.toContain(hidden)
        },
      ),
      { seed: 11, numRuns: 3_000 },
    )
  })
})

describe('what is left', () => {
  test.each([
    ['Cannot read properties of undefined', 'Cannot read properties of undefined'],
    [
      'at f (https://ads.test/assets/app-1a2B3c4D.js:10:5)',
      'at f (https://ads.test/assets/app-1a2B3c4D.js:10:5)',
    ],
    ['https://ads.test/sdk/voltline.js:1:2', 'https://ads.test/sdk/voltline.js:1:2'],
    ['https://ads.test/assets/app-1a2B3c4D.js?x=1', 'https://ads.test/assets/[redacted]'],
    ['https://ads.test/ad-campaign', 'https://ads.test/ad-campaign'],
    ['/api/v1/ad/ad/list', '/api/[redacted]'],
    ['/reset-password?token=x', '/reset-password?[redacted]'],
    ['either/or, 1/2', 'either/or, 1/2'],
  ])('%j is written as %j', (text, written) => {
    expect(redactedText(text)).toBe(written)
  })

  test('is one line without control characters', () => {
    const hostile = 'a\nb\r\nc\u0000d\u001b[2Je\u0085f\u2028g\u2029h\u202ei\u009bj'
    expect(redactedText(hostile)).toMatch(/^[\x20-\x7e]+$/)
    expect(redactedText('a\nb')).toBe('a\\nb')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(redactedText(text)).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      }),
      { seed: 3, numRuns: 500 },
    )
  })
})
