import type { Screen } from '../../browser/screen.ts'

export const publisherQualityScreens: readonly Screen[] = [
  { path: '/pub-quality', load: async () => (await import('./quality.tsx')).PublisherQuality },
]
