import { expect, test } from 'vitest'
import {
  actionTypes,
  adminGroups,
  adStatuses,
  apiKeyStatus,
  billingTypes,
  campaignTypes,
  chartTypes,
  criteria,
  customerTypes,
  dayOff,
  dayOn,
  devEnvironments,
  genreFlags,
  hourFlags,
  languages,
  mailLinkTypes,
  mediumActive,
  payoutFolders,
  payoutStatuses,
  platforms,
  pricingModels,
  products,
  promotionStatuses,
  schedulePresets,
  soldBillingTypes,
  targetings,
} from './enums.ts'

test('ENUM-01 ENUM-02 ENUM-03 ENUM-04 ENUM-05 platforms, customers, campaigns, products and billing types', () => {
  expect(platforms).toEqual(['IOS', 'AOS'])
  expect(customerTypes).toEqual(['ADVERTISER', 'PUBLISHER'])
  expect(campaignTypes).toEqual(['IOS', 'AOS', 'BOTH', 'WEB'])
  expect(products).toEqual(['BANNER', 'INTERSTITIAL', 'VIDEO'])
  expect(billingTypes).toEqual(['CPC', 'CPM', 'CPV', 'CPI', 'CPA', 'eCPC', 'nCPI', 'nCPA'])
})

test('ENUM-06 the pricing models sold are billing types, and every product sells some of them', () => {
  expect([...pricingModels].sort()).toEqual(['CPC', 'CPM', 'CPV', 'nCPA', 'nCPI'])
  const sold = new Set<string>(products.flatMap((product) => soldBillingTypes[product]))
  expect([...sold].sort()).toEqual([...pricingModels].sort())
  for (const model of pricingModels) expect(billingTypes).toContain(model)
})

test('ENUM-07 ENUM-08 ads have FIRST beside the three promotion statuses', () => {
  expect(promotionStatuses).toEqual(['WAITING', 'INPROGRESS', 'COMPLETE'])
  expect(adStatuses).toEqual(['FIRST', 'WAITING', 'INPROGRESS', 'COMPLETE'])
})

test('ENUM-09 ENUM-10 ENUM-11 ENUM-13 ENUM-16 enumerations without a documented use exist as spelled', () => {
  expect(criteria).toEqual(['AMOUNT', 'DAY', 'HOUR'])
  expect(targetings).toEqual(['GAME', 'AUDIENCE'])
  expect(genreFlags).toEqual({ RPG: 1, ACTION: 2, CARD: 4, ADVANTURE: 8 })
  expect(actionTypes).toEqual(['IMPRESSION', 'WATCH', 'INSTALL', 'CLICK', 'ACTION'])
  expect(devEnvironments).toEqual(['DEV', 'STAGE', 'PRODUCT', 'TEST'])
})

test('ENUM-12 ENUM-25 CONST-26 24 hour flags add up to a whole day', () => {
  const flags = Object.entries(hourFlags)
  expect(flags).toHaveLength(24)
  expect(hourFlags.H0).toBe(1)
  expect(hourFlags.H23).toBe(8_388_608)
  expect(flags.reduce((sum, [, flag]) => sum + flag, 0)).toBe(16_777_215)
  expect([dayOn, dayOff]).toEqual([16_777_215, 0])
})

test('ENUM-14 ENUM-15 ENUM-17 ENUM-18 operators, payouts, keys and units', () => {
  expect(adminGroups).toEqual(['ADMINISTRATORS', 'USERS'])
  expect(payoutStatuses).toEqual(['WAITING', 'COMPLETE', 'HOLD', 'RELEASED'])
  expect(apiKeyStatus).toMatchObject({ notRequested: -1, waiting: 0 })
  expect([-1, 0]).not.toContain(apiKeyStatus.issued)
  expect(mediumActive).toEqual({ open: 1, closed: 0 })
})

test('ENUM-20 ENUM-21 ENUM-22 ENUM-23 ENUM-24 words of the screens', () => {
  expect(schedulePresets).toEqual(['daily', 'weekday', 'weekend', 'self'])
  expect(payoutFolders).toEqual(['bankbook', 'certificate'])
  expect(mailLinkTypes).toEqual(['signup', 'findpw'])
  expect(languages).toEqual(['en', 'ko'])
  expect(chartTypes).toEqual(['impression', 'revenue', 'ecpm', 'ctr'])
})
