import type { Screen } from '../../browser/screen.ts'

export const playgroundScreens: readonly Screen[] = [
  { path: '/playground', load: async () => (await import('./playground.tsx')).Playground },
]
