import type { Screen } from '../../browser/screen.ts'

export const campaignScreens: readonly Screen[] = [
  {
    path: '/ad-campaign',
    load: async () => (await import('./campaign-list.tsx')).CampaignList,
    over: [
      {
        path: '/ad-campaign-create',
        load: async () => (await import('./campaign-create.tsx')).CampaignCreate,
      },
      { path: '/ad-campaign/:id', load: async () => (await import('./campaign-detail.tsx')).CampaignDetail },
    ],
  },
]
