import { type DemoDecision, type DemoVisit, demoVisit } from '@voltline/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isBilling } from './figures.ts'

const quickMs = 300
const slowMs = 1_500
const awayMs = 2_000
/** A visit whose last event is long billed is not asked for again; one that waits is, for a while. */
const quickTries = 12
const triesMax = 60

export interface Visit {
  /** The newest first. */
  decisions: readonly DemoDecision[]
  /** The server did not answer the last time. */
  isAway: boolean
  /** Reads it now, and on until all of it is billed. */
  refresh(): void
}

async function read(apiKey: string, deviceID: string): Promise<DemoDecision[] | undefined> {
  try {
    const query = new URLSearchParams({ deviceID })
    const answer = await fetch(`${demoVisit.path}?${query}`, {
      headers: { 'X-Api-Key': apiKey },
      cache: 'no-store',
    })
    const { decisions } = (await answer.json()) as DemoVisit
    return decisions
  } catch {
    return undefined
  }
}

/** What the server knows of the phone's visit: every decision, and what has come of it in the books. */
export function useVisit(apiKey: string, deviceID: string | null): Visit {
  const [decisions, setDecisions] = useState<readonly DemoDecision[]>([])
  const [isAway, setAway] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const run = useRef(0)

  const refresh = useCallback(() => {
    clearTimeout(timer.current)
    run.current++
    const own = run.current
    const look = async (tries: number): Promise<void> => {
      if (!deviceID) return
      const found = await read(apiKey, deviceID)
      if (own !== run.current) return
      setAway(!found)
      if (found) setDecisions(found)
      // A report may be on its way to the server, so the first looks go on in any case.
      const goesOn = !found || isBilling(found) || tries < 3
      if (!goesOn || tries >= triesMax) return
      const waitMs = found ? (tries < quickTries ? quickMs : slowMs) : awayMs
      timer.current = setTimeout(() => void look(tries + 1), waitMs)
    }
    void look(0)
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
