import { lazy, type RefObject, Suspense } from 'react'
import { observable, useObservable } from '../../browser/observable.ts'

const isWanted = observable(false)

/** Tooltips bring the positioning library along, so they are loaded when the person first moves or types. */
function want() {
  isWanted.set(true)
}
for (const event of ['pointermove', 'pointerdown', 'keydown']) {
  globalThis.addEventListener?.(event, want, { once: true, passive: true })
}

const LoadedTooltip = lazy(async () => ({ default: (await import('./loaded-tooltip.tsx')).LoadedTooltip }))

/** Explains the target on hover and focus, and on touch where the target does nothing else. */
export function TooltipFor(props: {
  target: RefObject<HTMLElement | null>
  label: string
  onTouch?: boolean
  position?: 'top' | 'right'
}) {
  if (!useObservable(isWanted)) return null
  return (
    <Suspense>
      <LoadedTooltip
        target={props.target}
        label={props.label}
        position={props.position ?? 'top'}
        events={{ hover: true, focus: true, touch: props.onTouch ?? false }}
      />
    </Suspense>
  )
}
