import { expect, test, vi } from 'vitest'
import { deadline } from './deadline.ts'

test('a deadline is met after its time, and never after it was cancelled', async () => {
  const kept = vi.fn()
  const cancelled = vi.fn()
  const cancel = deadline(20, cancelled)
  await new Promise<void>((resolve) => {
    deadline(40, () => {
      kept()
      resolve()
    })
    cancel()
  })
  expect(kept).toHaveBeenCalledOnce()
  expect(cancelled).not.toHaveBeenCalled()
})

test('a pause of the process does not use up the time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] })
  try {
    const late = vi.fn()
    deadline(5_000, late)
    // Timers of a process that wakes up are run once each, however long it was paused.
    vi.runOnlyPendingTimers()
    vi.runOnlyPendingTimers()
    expect(late).not.toHaveBeenCalled()
    vi.advanceTimersByTime(5_000)
    expect(late).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})
