import { useEffect, useState } from 'react'
import { useIsWorking, useWorkWhile } from '../../browser/work.ts'
import { useI18n } from '../../i18n/i18n.ts'
import classes from './loader.module.css'

const loaderAfterMs = 300
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

/** The logo with its three strokes lighting in turn. */
export function FullScreenLoader() {
  const { t } = useI18n()
  const shown = useAfter(useIsWorking(), loaderAfterMs)
  if (!shown) return null
  return (
    <div className={classes.loader} role="status" aria-label={t('ui.loading')}>
      <svg viewBox="0 0 64 64" width="72" height="72" aria-hidden="true">
        <path className={classes.part} fill="var(--logoA)" d="M4 8h14l21 48H25z" />
        <path
          className={`${classes.part} ${classes.part2}`}
          fill="var(--logoB)"
          d="M38.34 25.5h14L40.5 52.57 33.5 36.57z"
        />
        <path className={`${classes.part} ${classes.part3}`} fill="var(--logoC)" d="M46 8h14l-6.12 14h-14z" />
      </svg>
    </div>
  )
}

/** Stands in for a screen that is still loading. */
export function Waiting() {
  useWorkWhile(true)
  return null
}
