import type { Screen } from '../../browser/screen.ts'

export const advertiserHomeScreens: readonly Screen[] = [
  { path: '/ad', load: async () => (await import('./advertiser-home.tsx')).AdvertiserHome },
]
