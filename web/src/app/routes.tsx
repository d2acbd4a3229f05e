import type { Audience, Screen } from '../browser/screen.ts'
import { accountScreens } from '../features/account/screens.ts'
import { adScreens } from '../features/ad/screens.ts'
import { adReportScreens } from '../features/ad-report/screens.ts'
import { advertiserHomeScreens } from '../features/advertiser-home/screens.ts'
import { appScreens } from '../features/app/screens.ts'
import { campaignScreens } from '../features/campaign/screens.ts'
import { inventoryScreens } from '../features/inventory/screens.ts'
import { operatorScreens } from '../features/operator/screens.ts'
import { payoutScreens } from '../features/payout/screens.ts'
import { playgroundScreens } from '../features/playground/screens.ts'
import { publisherHomeScreens } from '../features/publisher-home/screens.ts'
import { publisherReportScreens } from '../features/publisher-report/screens.ts'
import { rewardScreens } from '../features/reward/screens.ts'

/** Every route of the consoles, by who may open it. A feature adds its list here. */
export const screens: Record<Audience, readonly Screen[]> = {
  ANYONE: [...accountScreens.anyone],
  CUSTOMER: [...accountScreens.customer],
  ADVERTISER: [
    ...accountScreens.advertiser,
    ...advertiserHomeScreens,
    ...campaignScreens,
    ...adScreens,
    ...adReportScreens,
  ],
  PUBLISHER: [
    ...accountScreens.publisher,
    ...appScreens,
    ...inventoryScreens,
    ...rewardScreens,
    ...publisherHomeScreens,
    ...publisherReportScreens,
    ...payoutScreens,
  ],
  OPERATOR: operatorScreens,
}

/** The pages that people open first; they load nothing but their own form. */
export const signinScreens: readonly Screen[] = accountScreens.signin

/** Pages for anyone that are as wide as the public ones. */
export const openScreens: readonly Screen[] = [...playgroundScreens]
