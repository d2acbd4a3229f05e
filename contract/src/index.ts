import { accountCalls } from './account.ts'
import { adCalls } from './ad.ts'
import { adminCalls } from './admin.ts'
import { advertiserExtraCalls } from './advertiser-extra.ts'
import type { Call } from './call.ts'
import { campaignCalls } from './campaign.ts'
import { demoCalls } from './demo.ts'
import { operatorCalls } from './operator.ts'
import { payoutCalls } from './payout.ts'
import { publisherCalls } from './publisher.ts'

export * from './account.ts'
export * from './ad.ts'
export * from './admin.ts'
export * from './advertiser-extra.ts'
export * from './call.ts'
export * from './campaign.ts'
export * from './demo.ts'
export * from './enums.ts'
export * from './errors.ts'
export * from './fields.ts'
export * from './limits.ts'
export * from './operator.ts'
export * from './pages.ts'
export * from './payout.ts'
export * from './phone-countries.ts'
export * from './publisher.ts'
export * from './sdk.ts'

/** Every call of the console API. */
export const calls: readonly Call[] = [
  ...accountCalls,
  ...payoutCalls,
  ...campaignCalls,
  ...adCalls,
  ...advertiserExtraCalls,
  ...publisherCalls,
  ...adminCalls,
  ...operatorCalls,
  ...demoCalls,
]
