import { useEffect, useState } from 'react'
import { observable, useObservable } from '../browser/observable.ts'
import { useI18n } from '../i18n/i18n.ts'

const loaderAfterMs = 300
const works = observable(0)

/** The page waits for something; call what it answers once that is over. */
export function beginWork(): () => void {
  works.set(works.get() + 1)
  let ended = false
  return () => {
    if (ended) return
    ended = true
    works.set(works.get() - 1)
  }
}

/** True once `on` has held for that long, so that quick work shows nothing. */
export function useAfter(on: boolean, ms: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!on) return
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [on, ms])
  return on && late
}

/** Holds the loader for as long as the component that calls it waits. */
export function useLoaderWhile(waiting: boolean): void {
  useEffect(() => (waiting ? beginWork() : undefined), [waiting])
}

/** The mark with its three parts lighting in turn. */
export function FullScreenLoader() {
  const { t } = useI18n()
  const shown = useAfter(useObservable(works) > 0, loaderAfterMs)
  if (!shown) return null
  return (
    <div className="loader" role="status" aria-label={t('ui.loading')}>
      <svg viewBox="0 0 64 64" width="72" height="72" aria-hidden="true">
        <path className="loader-part loader-part-1" fill="var(--logoA)" d="M4 8h14l21 48H25z" />
        <path
          className="loader-part loader-part-2"
          fill="var(--logoB)"
          d="M38.34 25.5h14L40.5 52.57 33.5 36.57z"
        />
        <path className="loader-part loader-part-3" fill="var(--logoC)" d="M46 8h14l-6.12 14h-14z" />
      </svg>
    </div>
  )
}

/** For the route that is still on its way to the browser. */
export function Waiting() {
  useLoaderWhile(true)
  return null
}
