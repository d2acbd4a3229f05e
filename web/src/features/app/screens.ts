import type { Screen } from '../../browser/screen.ts'

export const appScreens: readonly Screen[] = [
  {
    path: '/pub-app',
    load: async () => (await import('./app-list.tsx')).AppList,
    over: [
      { path: '/pub-app-create', load: async () => (await import('./app-create.tsx')).AppCreate },
      { path: '/pub-app/:id', load: async () => (await import('./app-detail.tsx')).AppDetail },
    ],
  },
]
