import { useEffect } from 'react'
import { observable, useObservable } from './observable.ts'

const pendingCount = observable(0)

/** Counts a piece of work that the page waits for. Call the returned function when it is over. */
export function beginWork(): () => void {
  pendingCount.set(pendingCount.get() + 1)
  let ended = false
  return () => {
    if (ended) return
    ended = true
    pendingCount.set(pendingCount.get() - 1)
  }
}

/** Counts as work for as long as the calling component waits. */
export function useWorkWhile(waiting: boolean): void {
  useEffect(() => (waiting ? beginWork() : undefined), [waiting])
}

/** Whether the page waits for any work; the full-screen loader follows it. */
export const useIsWorking = (): boolean => useObservable(pendingCount) > 0
