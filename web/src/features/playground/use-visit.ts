import { type DemoDecision, type DemoVisit, demoVisit } from '@voltline/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isBilling } from './figures.ts'

const quickMs = 300
const slowMs = 1_500
const awayMs = 2_000
/** A visit whose events are all billed is not read again; one with open events is, up to `triesMax` times. */
const quickTries = 12
const triesMax = 60

export interface Visit {
  /** Newest first. */
  decisions: readonly DemoDecision[]
  /** The last request failed. */
  isAway: boolean
  /** Reads the visit now, and again until all of it is billed. */
  refresh(): void
}

async function read(apiKey: string, deviceID: string): Promise<DemoDecision[] | undefined> {
  try {
    const query = new URLSearchParams({ deviceID })
    const response = await fetch(`${demoVisit.path}?${query}`, {
      headers: { 'X-Api-Key': apiKey },
      cache: 'no-store',
    })
    const { decisions } = (await response.json()) as DemoVisit
    return decisions
  } catch {
    return undefined
  }
}

/** The phone's visit on the server: every auction decision, its events and their charges. */
export function useVisit(apiKey: string, deviceID: string | null): Visit {
  const [decisions, setDecisions] = useState<readonly DemoDecision[]>([])
  const [isAway, setAway] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const run = useRef(0)

  const refresh = useCallback(() => {
    clearTimeout(timer.current)
    run.current++
    const ownRun = run.current
    const poll = async (tries: number): Promise<void> => {
      if (!deviceID) return
      const found = await read(apiKey, deviceID)
      if (ownRun !== run.current) return
      setAway(!found)
      if (found) setDecisions(found)
      // An event may still be on its way to the server, so the first reads continue in any case.
      const continues = !found || isBilling(found) || tries < 3
      if (!continues || tries >= triesMax) return
      const waitMs = found ? (tries < quickTries ? quickMs : slowMs) : awayMs
      timer.current = setTimeout(() => void poll(tries + 1), waitMs)
    }
    void poll(0)
  }, [apiKey, deviceID])

  useEffect(() => {
    setDecisions([])
    refresh()
    return () => {
      run.current++
      clearTimeout(timer.current)
    }
  }, [refresh])
  return { decisions, isAway, refresh }
}
