import { countryCodes } from '@voltline/contract'
import { expect, test } from 'vitest'
import { chosenCountries } from './countries.ts'

test('STATE-21 choosing Global beside countries keeps only Global', () => {
  expect(chosenCountries(['KR', 'JP'], ['KR', 'JP', 'Global'])).toEqual(['Global'])
  expect(chosenCountries([], ['Global'])).toEqual(['Global'])
})

test('STATE-22 choosing a country while Global is selected drops Global', () => {
  expect(chosenCountries(['Global'], ['Global', 'KR'])).toEqual(['KR'])
})

test('STATE-23 the choice can be emptied, and countries come and go singly', () => {
  expect(chosenCountries(['Global'], [])).toEqual([])
  expect(chosenCountries(['KR'], ['KR', 'JP'])).toEqual(['KR', 'JP'])
  expect(chosenCountries(['KR', 'JP'], ['JP'])).toEqual(['JP'])
})

test('every country has two letters of its own', () => {
  expect(new Set(countryCodes).size).toBe(249)
  for (const code of countryCodes) expect(code).toMatch(/^[A-Z]{2}$/)
})
