import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'

export interface CountryOption {
  value: string
  label: string
}

/** `South Korea (+82)`, with the names in the reader's language, in the order of the countries' two letters. */
export const countryOptions = (nameOf: (code: string) => string): readonly CountryOption[] =>
  getCountries()
    .toSorted()
    .map((code) => ({ value: code, label: `${nameOf(code)} (+${getCountryCallingCode(code)})` }))
