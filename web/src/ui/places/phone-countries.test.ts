import { phoneCountries } from '@voltline/contract'
import { getCountries } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'

test('MYPAGE-06 MYPAGE-07 the countries that the screens offer are the ones that the server accepts', () => {
  expect(getCountries()).toEqual(phoneCountries)
})
