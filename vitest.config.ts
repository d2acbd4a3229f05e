import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files of 20 seconds and more. They start first, so that none runs alone at the end while the other worker is idle.
 * Vitest sorts by size where it has no times of an earlier run.
 */
const longFiles = [
  'tests/cluster/cluster.test.ts',
  'tests/backup/restore.test.ts',
  'tests/faults/kill-program.test.ts',
  'tests/faults/kill-database.test.ts',
  'tests/faults/silent-connection.test.ts',
  'tests/faults/exhaustion.test.ts',
  'tests/faults/storage/power-cut.test.ts',
  'tests/faults/failover.test.ts',
  'tests/faults/billing-processes.test.ts',
  'tests/demo/demo.test.ts',
  'scripts/start.test.ts',
  'server/src/console/features/payout/routes.test.ts',
  'server/src/delivery/snapshot/follower.test.ts',
  'server/src/platform/postgres/embedded-postgres.test.ts',
]
const isLong = ({ moduleId }: TestSpecification): boolean => longFiles.some((file) => moduleId.endsWith(file))

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const shared = {
  globalSetup: ['server/testing/database-server.ts'],
  testTimeout: 90_000,
  hookTimeout: 180_000,
  retry: 0,
}

/** Browser tests are `*.spec.ts` and belong to Playwright. */
const never = ['**/node_modules/**', '**/dist/**', '**/.*/**']
const simulation = 'tests/simulation/**/*.test.ts'

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...shared, name: 'unit', include: ['**/*.test.{ts,tsx}'], exclude: [...never, simulation] } },
      {
        test: { ...shared, name: 'simulation', include: [simulation], exclude: never, testTimeout: 600_000 },
      },
    ],
  },
})
