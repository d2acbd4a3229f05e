import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string
  }
}

/** Skips a test that this machine cannot run. The summary of `npm test` lists it with the reason. */
export function skipTest({ task, skip }: Pick<TestContext, 'task' | 'skip'>, reason: string): never {
  task.meta.skipReason = reason
  return skip(reason)
}
