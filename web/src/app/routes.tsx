import type { Audience, Screen } from '../browser/screen.ts'
import { accountScreens } from '../features/account/screens.ts'
import { appScreens } from '../features/app/screens.ts'
import { inventoryScreens } from '../features/inventory/screens.ts'
import { payoutScreens } from '../features/payout/screens.ts'
import { publisherHomeScreens } from '../features/publisher-home/screens.ts'
import { publisherReportScreens } from '../features/publisher-report/screens.ts'
import { rewardScreens } from '../features/reward/screens.ts'
import { NotFoundPage } from './error-pages.tsx'

const pending = (path: string): Screen => ({ path, load: async () => NotFoundPage })

/** Every route of the consoles, by who may open it. A feature adds its list here. */
export const screens: Record<Audience, readonly Screen[]> = {
  ANYONE: [...accountScreens.anyone],
  CUSTOMER: [...accountScreens.customer],
  ADVERTISER: [
    ...accountScreens.advertiser,
    pending('/ad'),
    pending('/ad-campaign'),
    pending('/ad-campaign-create'),
    pending('/ad-campaign/:id'),
    pending('/ad-ad'),
    pending('/ad-ad-create'),
    pending('/ad-ad/:id'),
    pending('/ad-report-campaign'),
    pending('/ad-report-ad'),
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
  OPERATOR: [{ path: '/admin', load: async () => (await import('./operator-today.tsx')).OperatorToday }],
}
