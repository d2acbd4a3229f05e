import { setTimeout as wait } from 'node:timers/promises'

const pollMs = 20
/** Long enough for a busy machine; a test that passes never waits this long. */
const waitMsMax = 30_000

/** Waits until a condition holds. */
export async function eventually(holds: () => unknown, msMax = waitMsMax): Promise<void> {
  const until = performance.now() + msMax
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(`Did not hold within ${msMax} ms: ${holds}`)
    await wait(pollMs)
  }
}
