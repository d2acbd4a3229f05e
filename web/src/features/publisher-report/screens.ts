import type { Screen } from '../../browser/screen.ts'

export const publisherReportScreens: readonly Screen[] = [
  { path: '/pub-report-day', load: async () => (await import('./daily-report.tsx')).DailyReport },
  { path: '/pub-report-app', load: async () => (await import('./app-report.tsx')).AppReport },
  { path: '/pub-report-user', load: async () => (await import('./user-report.tsx')).UserReport },
]
