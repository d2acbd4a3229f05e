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
import { publisherQualityScreens } from '../features/publisher-quality/screens.ts'
import { publisherReportScreens } from '../features/publisher-report/screens.ts'
import { adReportViewScreens, publisherReportViewScreens } from '../features/report/screens.ts'
import { rewardScreens } from '../features/reward/screens.ts'
import type { Namespace } from '../i18n/keys.ts'
import type { RoutedScreen } from './screen-routes.tsx'

/** The screens of a feature, with the texts that the feature's files use. */
const feature = (screens: readonly Screen[], ...texts: readonly Namespace[]): RoutedScreen[] =>
  screens.map((screen) => ({ ...screen, texts }))

/** Every route of the consoles, by who may open it. A feature adds its list here. */
export const screens: Record<Audience, readonly RoutedScreen[]> = {
  ANYONE: feature(accountScreens.anyone, 'account'),
  CUSTOMER: feature(accountScreens.customer, 'account'),
  ADVERTISER: [
    ...feature(accountScreens.advertiser, 'account'),
    ...feature(advertiserHomeScreens, 'advertiser'),
    ...feature(campaignScreens, 'advertiser'),
    ...feature(adScreens, 'ad', 'advertiser'),
    ...feature(adReportViewScreens, 'report'),
    ...feature(adReportScreens, 'advertiser'),
  ],
  PUBLISHER: [
    ...feature(accountScreens.publisher, 'account'),
    ...feature(appScreens, 'publisher', 'playground'),
    ...feature(inventoryScreens, 'publisher'),
    ...feature(rewardScreens, 'publisher'),
    ...feature(publisherHomeScreens, 'publisher'),
    ...feature(publisherReportViewScreens, 'report'),
    ...feature(publisherReportScreens, 'publisher'),
    ...feature(publisherQualityScreens, 'publisher', 'traffic'),
    ...feature(payoutScreens, 'payout'),
  ],
  OPERATOR: feature(operatorScreens, 'operator', 'playground', 'quality', 'traffic'),
}

/** The pages that people open first; they load nothing but their own form. */
export const signinScreens: readonly RoutedScreen[] = feature(accountScreens.signin, 'account')

/** Pages for anyone that are as wide as the public ones. */
export const openScreens: readonly RoutedScreen[] = feature(playgroundScreens, 'playground')
