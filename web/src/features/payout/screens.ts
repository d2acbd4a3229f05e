import type { Screen } from '../../browser/screen.ts'

export const payoutScreens: readonly Screen[] = [
  {
    path: '/pub-my-page-revenue-details',
    load: async () => (await import('./revenue-details.tsx')).RevenueDetails,
  },
  { path: '/pub-my-page-doc', load: async () => (await import('./documents.tsx')).Documents },
  { path: '/pub-my-page-request', load: async () => (await import('./apply.tsx')).Apply },
  {
    path: '/pub-my-page-request-list',
    load: async () => (await import('./request-history.tsx')).RequestHistory,
  },
]
