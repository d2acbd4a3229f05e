import type { Screen } from '../../browser/screen.ts'

export const adReportViewScreens: readonly Screen[] = [
  { path: '/ad-report', load: async () => (await import('./advertiser-view.tsx')).AdvertiserReport },
]

export const publisherReportViewScreens: readonly Screen[] = [
  { path: '/pub-report', load: async () => (await import('./publisher-view.tsx')).PublisherReport },
]
