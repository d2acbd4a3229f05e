import type { Screen } from '../../browser/screen.ts'

export const adScreens: readonly Screen[] = [
  {
    path: '/ad-ad',
    load: async () => (await import('./ad-list.tsx')).AdList,
    over: [
      { path: '/ad-ad-create', load: async () => (await import('./ad-create.tsx')).AdCreate },
      { path: '/ad-ad/:id', load: async () => (await import('./ad-detail.tsx')).AdDetail },
    ],
  },
]
