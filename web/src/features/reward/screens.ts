import type { Screen } from '../../browser/screen.ts'

export const rewardScreens: readonly Screen[] = [
  {
    path: '/pub-app-reward',
    load: async () => (await import('./reward-list.tsx')).RewardList,
    over: [
      {
        path: '/pub-app-reward-create',
        load: async () => (await import('./reward-create.tsx')).RewardCreate,
      },
      { path: '/pub-app-reward/:id', load: async () => (await import('./reward-detail.tsx')).RewardDetail },
    ],
  },
]
