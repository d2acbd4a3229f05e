import type { Screen } from '../../browser/screen.ts'

export const adReportScreens: readonly Screen[] = [
  { path: '/ad-report-campaign', load: async () => (await import('./campaign-report.tsx')).CampaignReport },
  { path: '/ad-report-ad', load: async () => (await import('./ad-report.tsx')).AdReport },
]
