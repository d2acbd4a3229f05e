import * as forms from '@voltline/contract/forms'
import { describe, expect, test } from 'vitest'
import { type Issue, issueText } from './issue-text.ts'

interface Schema {
  safeParse(values: unknown): { error?: { issues: readonly Issue[] } | undefined }
}

/** The message below a field, as a form shows it: of the field's first rule that has one. */
function messageOf(schema: Schema, values: Record<string, unknown>, field: string) {
  const issues = schema.safeParse(values).error?.issues ?? []
  const own = issues.filter((issue) => issue.path[0] === field)
  return own.map((issue) => issueText(issue, values[field])).find((text) => text !== null) ?? null
}
const keyOf = (schema: Schema, values: Record<string, unknown>, field: string) =>
  messageOf(schema, values, field)?.key ?? null
const emailKey = (email: string) => keyOf(forms.emailForm, { email }, 'email')
const passwordKey = (pw: string) => keyOf(forms.resetPasswordForm({ pw }), { pw, again: pw }, 'pw')

describe('field rules', () => {
  test('VALID-01 VALID-02 an empty or blank required field is Required', () => {
    expect(emailKey('')).toBe('ui.field.required')
    expect(keyOf(forms.companyForm, { company: '   ' }, 'company')).toBe('ui.field.required')
    expect(keyOf(forms.companyForm, { company: 'x' }, 'company')).toBeNull()
    expect(keyOf(forms.timezoneForm, { timezone: null }, 'timezone')).toBe('ui.field.required')
    expect(keyOf(forms.addCampaignForm({ type: 'AOS' }), { countries: [] }, 'countries')).toBe(
      'ui.field.required',
    )
  })

  test.each(['a', 'a@b', 'a@b.c', 'a@b.technology', 'a b@c.co', '@b.co'])(
    'VALID-03 %j is no e-mail',
    (value) => {
      expect(emailKey(value)).toBe('ui.field.email')
    },
  )

  test('VALID-03 SIGNIN-02 blanks around an e-mail do not make it wrong', () => {
    expect(emailKey(' dain@orchardlab.kr ')).toBeNull()
  })

  test.each([
    ['VALID-04 7 characters', 'abcd12!'],
    ['VALID-04 17 characters', 'abcdefghijklmn12!'],
    ['VALID-05 no letter', '12345678!'],
    ['VALID-06 no digit', 'abcdefgh!'],
    ['VALID-07 no sign', 'abcdefg12'],
    ['VALID-07 a sign that does not count', 'abcdefg1&'],
  ])('%s is no valid password', (_why, value) => {
    expect(passwordKey(value)).toBe('ui.field.password')
  })

  test('CONST-06 8 and 16 characters are valid', () => {
    expect(passwordKey('abcde12!')).toBeNull()
    expect(passwordKey('abcdefghijklm12!')).toBeNull()
  })

  test('VALID-08 a confirmation that differs does not match, whatever else is wrong', () => {
    const againKey = (again: string) =>
      keyOf(forms.signupForm({ pw: 'abcde12!' }), { pw: 'abcde12!', again, company: '' }, 'again')
    expect(againKey('')).toBe('ui.field.required')
    expect(againKey('abcde12?')).toBe('ui.field.passwordsDiffer')
    expect(againKey('abcde12!')).toBeNull()
    expect(keyOf(forms.resetPasswordForm({ pw: '' }), { pw: '', again: '' }, 'again')).toBe(
      'ui.field.required',
    )
  })

  test('VALID-17 VALID-20 only digits are numbers', () => {
    const numberKey = (number: string) => keyOf(forms.mobileForm, { code: 'KR', number }, 'number')
    expect(numberKey('010-1234')).toBe('ui.field.numbersOnly')
    expect(numberKey('１２')).toBe('ui.field.numbersOnly')
    expect(numberKey('01012345678')).toBeNull()
  })

  test('VALID-21 VALID-30 a text over its length names the length', () => {
    expect(messageOf(forms.codeForm, { code: '1234567' }, 'code')).toEqual({
      key: 'ui.field.maxLength',
      values: { max: 6 },
    })
    expect(messageOf(forms.codeForm, { code: '123456' }, 'code')).toBeNull()
  })

  test('VALID-30 only full http and https addresses are URLs', () => {
    const urlKey = (storeURL: string) => keyOf(forms.appForm, { name: 'x', storeURL }, 'storeURL')
    expect(urlKey('example.com')).toBe('ui.field.url')
    expect(urlKey('javascript:alert(1)')).toBe('ui.field.url')
    expect(urlKey(' https://example.com/a?b=c ')).toBeNull()
    expect(urlKey(`https://example.com/${'a'.repeat(1_024)}`)).toBe('ui.field.maxLength')
  })
})

describe('amounts', () => {
  const budget = (value: unknown) =>
    messageOf(forms.addCampaignForm({ type: 'AOS' }), { budget: value }, 'budget')

  test('an amount names its minimum and its maximum, however long it is', () => {
    expect(budget('')).toEqual({ key: 'ui.field.required' })
    expect(budget('12a')).toEqual({ key: 'ui.field.numbersOnly' })
    expect(budget(99_999)).toEqual({ key: 'ui.field.minimum', values: { min: '100,000' } })
    expect(budget('9'.repeat(30))).toEqual({ key: 'ui.field.maximum', values: { max: '2,000,000,000' } })
    expect(budget(100_000)).toBeNull()
  })

  test('a maximum bid below the minimum bid is refused after its own range', () => {
    const bid = (maxCost: unknown) =>
      messageOf(
        forms.adForm({ product: 'BANNER', billingType: 'CPC', storeURL: '', minCost: 500 }),
        { maxCost },
        'maxCost',
      )
    expect(bid(499)).toEqual({ key: 'ui.field.minMax' })
    expect(bid(500)).toBeNull()
    expect(bid(200_000)).toEqual({ key: 'ui.field.maximum', values: { max: '100,000' } })
  })
})

test('a device id has one message for everything that is wrong with it', () => {
  const deviceKey = (deviceID: string) => keyOf(forms.blockDeviceForm, { deviceID, reason: 'x' }, 'deviceID')
  expect(deviceKey('')).toBe('operator.devices.idWrong')
  expect(deviceKey('a b')).toBe('operator.devices.idWrong')
  expect(deviceKey(' abc ')).toBeNull()
})
