import type { Screen } from '../../browser/screen.ts'

export const publisherHomeScreens: readonly Screen[] = [
  { path: '/pub', load: async () => (await import('./publisher-home.tsx')).PublisherHome },
]
