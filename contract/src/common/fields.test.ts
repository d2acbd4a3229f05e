import { micros, won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  AppInfo,
  Countries,
  coded,
  Digits,
  Email,
  Filter,
  Id,
  isEmail,
  isFullUrl,
  isPassword,
  Line,
  Money,
  PageNo,
  QueryDay,
  RequiredLine,
  RequiredText,
  TimezoneName,
  Vcode,
} from './fields.ts'

const fits = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
/** The documented code that a schema refuses with, if it does. */
const codeOf = (schema: z.ZodType, value: unknown) => {
  const issue = schema.safeParse(value).error?.issues[0]
  return issue?.code === 'custom' ? issue.params?.code : undefined
}

describe('e-mail', () => {
  test('VALID-02 VALID-03 an address with a top-level domain of 2 to 5 letters', () => {
    for (const email of [
      'a@b.co',
      'first.last@company.test',
      'a+tag@sub.company.co.kr',
      "o'brien@company.store",
      'A_1%x-y@xn--bcher-kva.test',
    ]) {
      expect([email, isEmail(email)]).toEqual([email, true])
    }
    for (const email of [
      '',
      'a',
      'a@b',
      '@company.test',
      'a@company.c',
      'a@company.museum',
      'a@company.t3st',
      'a b@company.test',
      'a@@company.test',
      'a@.test',
      'a@-company.test',
      'a@company..test',
      'a@company.test.',
      'a@company.test\n',
      'a@company.test,b@company.test',
      '<a@company.test>',
      'ａ@company.test',
      'a@회사.한국',
    ]) {
      expect([email, isEmail(email)]).toEqual([email, false])
    }
  })

  test('SIGNIN-02 VALID-03 surrounding blanks are removed, at most 255 characters', () => {
    expect(Email.parse('  a@company.test ')).toBe('a@company.test')
    const longest = `${'a'.repeat(255 - '@company.test'.length)}@company.test`
    expect(fits(Email, longest)).toBe(true)
    expect(fits(Email, `a${longest}`)).toBe(false)
  })
})

describe('password', () => {
  test('VALID-04 CONST-06 8 to 16 characters', () => {
    expect(isPassword('abcde1!')).toBe(false)
    expect(isPassword('abcdef1!')).toBe(true)
    expect(isPassword('abcdefghijklm01!')).toBe(true)
    expect(isPassword('abcdefghijklmn01!')).toBe(false)
  })

  test('VALID-05 VALID-06 VALID-07 VALID-09 VALID-10 a letter, a digit and each of the ten signs', () => {
    expect(isPassword('12345678!')).toBe(false)
    expect(isPassword('abcdefgh!')).toBe(false)
    expect(isPassword('abcdefg12')).toBe(false)
    for (const sign of '!@#$%^*+=-') expect([sign, isPassword(`abcdefg1${sign}`)]).toEqual([sign, true])
    for (const sign of '&()_.,?/~') expect([sign, isPassword(`abcdefg1${sign}`)]).toEqual([sign, false])
  })

  test('VALID-07 other characters are allowed beside the required kinds', () => {
    expect(isPassword('abc&def1!')).toBe(true)
    expect(isPassword('비밀번호pass1!')).toBe(true)
  })
})

describe('text', () => {
  test('VALID-12 VALID-13 VALID-14 required means more than blanks; at most 255 characters', () => {
    expect(RequiredLine().parse('  Mina ')).toBe('Mina')
    for (const text of ['', '   ', '\u3000', 'x'.repeat(256)]) expect(fits(RequiredLine(), text)).toBe(false)
    expect(fits(RequiredLine(), 'x'.repeat(255))).toBe(true)
    expect(fits(Line(), '')).toBe(true)
    expect(fits(RequiredText(5_000), 'x'.repeat(5_001))).toBe(false)
  })

  test('a line is one line without controls; a text may have several', () => {
    for (const text of ['a\nb', 'a\rb', 'a\tb', 'a\u0000b', 'a\u202Eb', '\ud800', 'a\u007fb']) {
      expect([JSON.stringify(text), fits(Line(), text)]).toEqual([JSON.stringify(text), false])
    }
    expect(RequiredText(100).parse('a\r\nb')).toBe('a\r\nb')
    expect(fits(RequiredText(100), 'a\u0000b')).toBe(false)
    expect(Line().parse('é'.normalize('NFD'))).toBe('é'.normalize('NFC'))
  })

  test('VALID-17 VALID-18 numbers only, and only the ten digits', () => {
    for (const text of ['0', '01012345678']) expect(fits(Digits(20), text)).toBe(true)
    for (const text of ['', '010-1', '+82', '1 2', '1.5', '１２', '1'.repeat(21)]) {
      expect([text, fits(Digits(20), text)]).toEqual([text, false])
    }
  })
})

describe('rules with a code of their own', () => {
  test('VALID-19 VALID-20 VALID-21 ERR-22 a malformed verification code is INVALID_VCODE', () => {
    for (const code of ['', '12345', '1234567', '12345a', ' 12345']) {
      expect([code, codeOf(Vcode, code)]).toEqual([code, 'INVALID_VCODE'])
    }
    expect(fits(Vcode, '000000')).toBe(true)
  })

  test('ERR-09 an unknown zone is UNKNOWN_TIMEZONE; every name that Intl accepts is accepted', () => {
    for (const zone of ['', 'Mars/Base', '+09:00', 'GMT+9', '../../x']) {
      expect([zone, codeOf(TimezoneName, zone)]).toEqual([zone, 'UNKNOWN_TIMEZONE'])
    }
    for (const zone of ['Asia/Seoul', 'UTC', 'Asia/Calcutta', 'Etc/GMT+5', 'Africa/Abidjan']) {
      expect([zone, fits(TimezoneName, zone)]).toEqual([zone, true])
    }
  })

  test('a coded rule carries its code, and other breaches of the same field do not', () => {
    const even = coded(z.number().int(), 'GREATER_THANZERO', (value) => value % 2 === 0)
    expect(codeOf(even, 3)).toBe('GREATER_THANZERO')
    expect(codeOf(even, 'x')).toBeUndefined()
    expect(fits(even, 2)).toBe(true)
  })
})

describe('numbers and money', () => {
  test('ids are positive integers that a database column holds', () => {
    for (const id of [1, 2_147_483_647]) expect(fits(Id, id)).toBe(true)
    for (const id of [0, -1, 1.5, 2_147_483_648, Number.NaN, Number.POSITIVE_INFINITY, '1', null]) {
      expect([id, fits(Id, id)]).toEqual([id, false])
    }
  })

  test('money is a JSON number outside and whole micros inside, exact both ways', () => {
    for (const amount of [0n, 1n, 999_999n, 1_000_000n, 123_456_789n, 9_000_000_000_000_000n]) {
      const wire = z.encode(Money, micros(amount))
      expect(typeof wire).toBe('number')
      expect(z.decode(Money, wire)).toBe(amount)
    }
    expect(z.encode(Money, won(1_234))).toBe(1_234)
    expect(z.encode(Money, micros(1_500_000n))).toBe(1.5)
    expect(z.decode(Money, -0.000001)).toBe(-1n)
  })

  test('pages start at 1 and are 1 when left out', () => {
    expect([PageNo.parse(undefined), PageNo.parse(''), PageNo.parse('7')]).toEqual([1, 1, 7])
    for (const page of ['0', '-1', '1.5', 'x', '1e3', '1000001', '99999999999']) {
      expect([page, fits(PageNo, page)]).toEqual([page, false])
    }
  })

  test('days are real dates', () => {
    expect(QueryDay.parse('2028-02-29')).toBe('2028-02-29')
    expect(QueryDay.parse('')).toBeUndefined()
    for (const day of ['2026-02-29', '2026-13-01', '2026-1-1', '20260101', '2026-01-01T00:00:00Z']) {
      expect([day, fits(QueryDay, day)]).toEqual([day, false])
    }
  })
})

describe('shapes', () => {
  test('STATE-21 countries are two-letter codes, or Global alone', () => {
    expect(Countries.parse(['KR', 'US', 'KR'])).toEqual(['KR', 'US'])
    expect(Countries.parse(['Global'])).toEqual(['Global'])
    for (const list of [[], ['Global', 'KR'], ['kr'], ['KOR'], 'KR', [''], ['XX'], ['ZZ'], ['KR', 'QQ']]) {
      expect([list, fits(Countries, list)]).toEqual([list, false])
    }
  })

  test('API-90 the filter is read from a boolean, an object or the JSON text of either', () => {
    for (const yes of [true, 1, { Adult: true }, { Adult: 1 }, '{"Adult":true}', 'true', '1']) {
      expect([yes, Filter.parse(yes)]).toEqual([yes, true])
    }
    for (const no of [false, 0, { Adult: false }, '{"Adult":0}', 'false'])
      expect([no, Filter.parse(no)]).toEqual([no, false])
    for (const wrong of ['yes', {}, null, 2, '{', []])
      expect([wrong, fits(Filter, wrong)]).toEqual([wrong, false])
  })

  test('API-91 store details are read from an object, a wrapped object or JSON text, and empty means none', () => {
    const shown = expect.objectContaining({ Title: 'Game', Show: true })
    for (const given of [
      { Title: 'Game', Show: true },
      { AppInfo: { Title: 'Game', Show: true } },
      '{"AppInfo":{"Title":"Game","Show":true}}',
    ]) {
      expect(AppInfo.parse(given)).toEqual(shown)
    }
    for (const none of ['', null, undefined]) expect(AppInfo.parse(none)).toBeNull()
  })

  test('CONST-21 a full URL is http or https, without a user, up to 1024 characters', () => {
    const base = 'https://company.test/'
    expect(isFullUrl(base + 'x'.repeat(1_024 - base.length))).toBe(true)
    expect(isFullUrl(base + 'x'.repeat(1_025 - base.length))).toBe(false)
    for (const url of [
      '',
      '/path',
      'company.test',
      'ftp://company.test',
      'javascript:alert(1)',
      'https://',
      'http://u:p@a.test/',
      'https://u@a.test/',
      'https://:p@a.test/',
      'https://:@a.test/',
      'https://@a.test/',
      'https:\\\\u@a.test',
      'https:u@a.test',
      'https://{device_id}/',
      'https://%7Bdevice_id%7D/',
      'https://x.{DEVICE_ID}.test/',
      'https://｛click_id｝.test/',
      'https://{click_id}@a.test/',
      'https://a.test:{pro_id}/',
      '{click_id}://a.test/',
      'https:{click_id}//a.test/',
      'https://a.test/a b',
      'https://a.test/\n',
    ]) {
      expect([url, isFullUrl(url)]).toEqual([url, false])
    }
    for (const url of [
      'https://a.test/{click_id}/@me',
      'https://a.test?u=x@y.test&d={device_id}#%7Bpro_id%7D',
      'https://a.test#{click_id}@',
    ]) {
      expect([url, isFullUrl(url)]).toEqual([url, true])
    }
  })

  test.each([
    ['0000-01-01', '2000-01-01'],
    ['0001-01-01', '2000-01-01'],
    ['1999-12-31', '2000-01-01'],
    ['2000-01-01', '2000-01-01'],
    ['2026-02-28', '2026-02-28'],
    ['2100-12-31', '2100-12-31'],
    ['2101-01-01', '2100-12-31'],
    ['9999-12-31', '2100-12-31'],
  ])('the day %s counts as %s', (sent, read) => {
    expect(QueryDay.parse(sent)).toBe(read)
  })
})
