import { defineConfig } from 'vitest/config'

const shared = {
  globalSetup: ['server/testing/database-server.ts'],
  testTimeout: 90_000,
  hookTimeout: 180_000,
  retry: 0,
}

/** Browser journeys are `*.spec.ts` and belong to Playwright. */
const never = ['**/node_modules/**', '**/dist/**', '**/.*/**']
const simulation = 'tests/simulation/**/*.test.ts'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...shared, name: 'unit', include: ['**/*.test.{ts,tsx}'], exclude: [...never, simulation] } },
      {
        test: { ...shared, name: 'simulation', include: [simulation], exclude: never, testTimeout: 600_000 },
      },
    ],
  },
})
