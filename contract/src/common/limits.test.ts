import { expect, test } from 'vitest'
import {
  breakpoints,
  currency,
  defaultLanguage,
  defaultMobileCountry,
  defaultTimezone,
  encodeAccepted,
  imageTypes,
  limits,
  reportPresets,
  sampleEcpm,
  sdkMinimums,
  storeHosts,
  userShareOfPrice,
  videoTypes,
} from './limits.ts'
import { phoneCountries } from './phone-countries.ts'

const minute = 60_000
const hour = 60 * minute

test('CONST-01 CONST-02 payouts: 100,000 at least, applied for from day 1 to day 5', () => {
  expect(limits.payoutMinimum).toBe(100_000)
  expect([limits.payoutWindowFirstDay, limits.payoutWindowLastDay]).toEqual([1, 5])
})

test('CONST-04 CONST-05 CONST-06 links and codes live 3 minutes, codes have 6 digits and 5 tries, passwords 8 to 16', () => {
  expect(limits.resetLifeMs).toBe(3 * minute)
  expect(limits.vcodeLifeMs).toBe(3 * minute)
  expect([limits.vcodeLength, limits.vcodeTriesMax]).toEqual([6, 5])
  expect([limits.passwordMin, limits.passwordMax]).toEqual([8, 16])
})

test('a sign-up link lives a day, a session’s token 12 hours, a confirmed password and a human pass 5 minutes', () => {
  expect(limits.signupLifeMs).toBe(24 * hour)
  expect(limits.accessTokenLifeMs).toBe(12 * hour)
  expect(limits.confirmedPasswordLifeMs).toBe(5 * minute)
  expect(limits.humanPassLifeMs).toBe(5 * minute)
})

test('CONST-07 CONST-22 CONST-23 files', () => {
  expect([limits.documentBytesMax, limits.documentMegabytesMax]).toEqual([4_194_304, 4])
  expect([limits.imageBytesMax, limits.bannerImagesMax]).toEqual([512_000, 2])
  expect(imageTypes).toEqual(['image/jpeg', 'image/png'])
  expect(limits.videoBytesMax).toBe(10_485_760)
  expect([limits.videoSecondsMin, limits.videoSecondsMax]).toEqual([5, 35])
  expect(videoTypes).toEqual(['video/mp4', 'video/quicktime'])
})

test('CONST-08 CONST-18 CONST-19 CONST-20 money', () => {
  expect(userShareOfPrice).toBe(0.1)
  expect([limits.budgetMin, limits.budgetMax, limits.budgetDefault]).toEqual([
    100_000, 2_000_000_000, 100_000,
  ])
  expect([limits.bidMin, limits.bidMinCpm, limits.bidMax]).toEqual([1, 1_000, 100_000])
})

test('CONST-11 CONST-12 CONST-24 CONST-25 CONST-27 reports, polling and lists', () => {
  expect(limits.searchDays).toBe(180)
  expect(limits.reportDaysDefault).toBe(7)
  expect(reportPresets).toEqual([7, 15, 30])
  expect([limits.encodePollMs, limits.encodePollTriesMax]).toEqual([10_000, 10])
  expect(limits.bidRefreshMs).toBe(5_000)
  expect([limits.rowsPerPage, limits.pagesPerBlock]).toEqual([10, 10])
})

test('CONST-13 CONST-14 CONST-15 CONST-16 CONST-17 CONST-21 screens', () => {
  expect([limits.toastMs, limits.hintMs]).toEqual([2_000, 2_000])
  expect(breakpoints).toEqual({ wide: 1155, medium: 716, mobile: 599 })
  expect(limits.headerBorderPx).toBe(50)
  expect([defaultLanguage, currency]).toEqual(['en', 'KRW'])
  expect(limits.urlMax).toBe(1_024)
})

test('CONST-28 MYPAGE-06 MYPAGE-08 about 240 countries have a calling code, in code order, South Korea near place 119', () => {
  expect(phoneCountries.length).toBeGreaterThanOrEqual(240)
  expect(new Set(phoneCountries).size).toBe(phoneCountries.length)
  expect([...phoneCountries].sort()).toEqual(phoneCountries)
  for (const code of phoneCountries) expect(code).toMatch(/^[A-Z]{2}$/)
  expect(phoneCountries.indexOf(defaultMobileCountry) + 1).toBe(119)
})

test('CONST-29 SIGNUP-13 the default zone is Seoul’s', () => {
  expect(defaultTimezone).toBe('Asia/Seoul')
  expect(Intl.supportedValuesOf('timeZone')).toContain(defaultTimezone)
})

test('CONST-30 CONST-31 CONST-32 samples, minimums and the encoder’s status code', () => {
  expect(sampleEcpm).toBe(6_000)
  expect(sdkMinimums).toEqual({ iosToolchain: '10', androidApiLevel: '14', unity: '5.1' })
  expect(encodeAccepted).toBe(202)
  expect(storeHosts).toEqual({ IOS: ['apps.apple.com', 'itunes.apple.com'], AOS: ['play.google.com'] })
})
