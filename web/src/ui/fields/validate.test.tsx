import { describe, expect, test } from 'vitest'
import { digits, email, firstProblem, fullUrl, maxLength, password, required, sameAs } from './validate.tsx'

const keyOf = (value: string, ...rules: Parameters<typeof firstProblem>[1]) =>
  firstProblem(value, rules)?.key ?? null

describe('field rules', () => {
  test('VALID-01 VALID-02 an empty or blank required field is Required', () => {
    expect(keyOf('', required, email)).toBe('ui.field.required')
    expect(keyOf('   ', required)).toBe('ui.field.required')
    expect(keyOf('x', required)).toBeNull()
  })

  test.each(['a', 'a@b', 'a@b.c', 'a@b.technology', 'a b@c.co', '@b.co'])(
    'VALID-03 %j is no e-mail',
    (value) => {
      expect(keyOf(value, email)).toBe('ui.field.email')
    },
  )

  test('VALID-03 SIGNIN-02 blanks around an e-mail do not make it wrong', () => {
    expect(keyOf(' dain@orchardlab.kr ', email)).toBeNull()
  })

  test.each([
    ['VALID-04 7 characters', 'abcd12!'],
    ['VALID-04 17 characters', 'abcdefghijklmn12!'],
    ['VALID-05 no letter', '12345678!'],
    ['VALID-06 no digit', 'abcdefgh!'],
    ['VALID-07 no sign', 'abcdefg12'],
    ['VALID-07 a sign that does not count', 'abcdefg1&'],
  ])('%s is no valid password', (_why, value) => {
    expect(keyOf(value, required, password)).toBe('ui.field.password')
  })

  test('CONST-06 8 and 16 characters are valid', () => {
    expect(keyOf('abcde12!', password)).toBeNull()
    expect(keyOf('abcdefghijklm12!', password)).toBeNull()
  })

  test('VALID-08 a confirmation that differs does not match', () => {
    expect(keyOf('', required, sameAs('abcde12!'))).toBe('ui.field.required')
    expect(keyOf('abcde12?', required, sameAs('abcde12!'))).toBe('ui.field.passwordsDiffer')
    expect(keyOf('abcde12!', required, sameAs('abcde12!'))).toBeNull()
  })

  test('VALID-17 VALID-20 only digits are numbers', () => {
    expect(keyOf('010-1234', digits)).toBe('ui.field.numbersOnly')
    expect(keyOf('１２', digits)).toBe('ui.field.numbersOnly')
    expect(keyOf('01012345678', digits)).toBeNull()
  })

  test('VALID-21 VALID-30 a text over its length names the length', () => {
    expect(firstProblem('1234567', [maxLength(6)])).toEqual({ key: 'ui.field.maxLength', values: { max: 6 } })
    expect(firstProblem('123456', [maxLength(6)])).toBeNull()
  })

  test('VALID-30 only full http and https addresses are URLs', () => {
    expect(keyOf('example.com', fullUrl)).toBe('ui.field.url')
    expect(keyOf('javascript:alert(1)', fullUrl)).toBe('ui.field.url')
    expect(keyOf('https://example.com/a?b=c', fullUrl)).toBeNull()
  })
})
