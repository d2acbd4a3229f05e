import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@voltline/contract'
import { expect, test } from 'vitest'

const features = join(import.meta.dirname, '../features')

/** The calls of both consoles that change something a customer sees. A new call has to be put on either side. */
const writes = `
  startAd stopAd addAd modifyAd startAll stopAll addCampaign modifyCampaign renewPostbackSecret
  activeAllMedia addApp modifyApp requestApiKey activeMedium addMedium modifyMedium
  addAppReward modifyAppReward removeAppReward modifyAccount requestRevenue appealCase
  changePassword changeName changeCompany changeTimezone changeMobile`
/** Calls that only read, or prepare a later write. */
const others = `
  advertiserHome listCampaigns listAllCampaigns getCampaign listAds getAd bidCost campaignSummary advertiserOverview
  getPostback imageSignedUrl videoSignedUrl videoDuration encodeVideo encodeVideo2 scrapeStore
  campaignReport adReport adDailyReport adReportView publisherReportView adMyPage
  publisherHome listApps listAllApps getApp listMedia getMedium listAppRewards getAppReward
  reportByDaily reportByDailyApp reportByDailyMedia reportByApp reportByUser
  publisherQuality adApps adCharges adFunnel bidLandscape listCallbacks listPostbacks tryUnit unitEarnings unitFill
  statementFile
  pubMyPage getRevenue getAccount requestRevenueCheck revenueDetails requestList payoutSignedUrl chartSignedUrl
  signout confirmPw`
/** Writes of the API that no screen sends. */
const withoutScreen = `renewPostbackToken resendCallback saveCallback savePostbackEvents testCallback`
const words = (text: string) => text.split(/\s+/).filter(Boolean)

const sources = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ file, text: readFileSync(join(features, file), 'utf8') }))

test('every call of a signed-in customer is known as one that writes or one that does not', () => {
  const customers = ['ADVERTISER', 'PUBLISHER', 'CUSTOMER']
  const named = Object.entries(contract).flatMap(([name, value]) =>
    typeof value === 'object' && 'path' in value && 'who' in value && customers.includes(value.who)
      ? [name]
      : [],
  )
  expect([...words(writes), ...words(withoutScreen), ...words(others)].sort()).toEqual(named.sort())
})

test.each(words(writes))('STATE-30 the screen that sends %s asks first and tells when it is done', (name) => {
  const senders = sources.filter(({ text }) =>
    new RegExp(`useContractMutation\\([^,)]*\\b${name}\\b`).test(text),
  )
  expect(senders).toHaveLength(1)
  for (const { text } of senders) {
    expect(text).toMatch(/await (askConfirm|confirmPassword)\(/)
    expect(text).toMatch(/(showToast|showAlert)\(/)
  }
})

test.each(words(withoutScreen))('no screen sends %s without being listed among the writes', (name) => {
  expect(sources.filter(({ text }) => new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
})
