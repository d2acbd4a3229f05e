import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, number>()

/** A new page starts at its top; going back returns to where the page was left. */
export function useScrollRestoration(): void {
  const { key, hash } = useLocation()
  const navigationType = useNavigationType()
  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])
  useLayoutEffect(() => {
    if (navigationType === 'POP') window.scrollTo(0, positions.get(key) ?? 0)
    else if (hash === '') window.scrollTo(0, 0)
    return () => void positions.set(key, window.scrollY)
  }, [key, hash, navigationType])
}
