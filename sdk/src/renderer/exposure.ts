/** Tells how much of an element is in view, 0 to 1: 0 in a hidden page. Returns how to stop. */
export type View = (element: Element, tell: (ratio: number) => void) => () => void

export interface Size {
  /** CSS pixels. */
  width: number
  height: number
}

export interface Exposure extends Size {
  /** Without a break, up to now. */
  visibleMs: number
  visibleRatio: number
}

const ratioMin = 0.5

/** What the browser sees of an element, also from within another origin's frame. */
export const pageView: View = (element, tell) => {
  let ratio = 0
  const tellNow = () => tell(document.visibilityState === 'visible' ? ratio : 0)
  const observer = new IntersectionObserver(
    (entries) => {
      ratio = entries.at(-1)?.intersectionRatio ?? 0
      tellNow()
    },
    { threshold: [0, 0.25, ratioMin, 0.75, 1] },
  )
  observer.observe(element)
  document.addEventListener('visibilitychange', tellNow)
  return () => {
    observer.disconnect()
    document.removeEventListener('visibilitychange', tellNow)
  }
}

/** Neither hidden nor transparent. Older browsers cannot tell. */
const isShown = (element: Element): boolean =>
  element.checkVisibility?.({
    ...{ opacityProperty: true, visibilityProperty: true },
    ...{ checkOpacity: true, checkVisibilityCSS: true },
  }) ?? true

export interface ExposureOptions {
  view: View
  visibleMs: number
  /** What the user sees of the element: a picture does not fill a box of another shape. */
  size: () => Size
  /** Once: at least half of the drawn ad has been in view for `visibleMs` without a break. */
  onSeen: (exposure: Exposure) => void
  onInView: (isInView: boolean) => void
}

/** Measures from `draw` on: before, there is nothing to see. */
export function watchExposure(element: Element, options: ExposureOptions) {
  const { visibleMs } = options
  let isDrawn = false
  let isSeen = false
  let ratio = 0
  let since: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function update() {
    if (isDrawn && !isSeen && ratio >= ratioMin) {
      if (since !== undefined) return
      since = performance.now()
      timer = setTimeout(check, visibleMs)
    } else {
      since = undefined
      clearTimeout(timer)
    }
  }
  function check() {
    const passedMs = Math.floor(performance.now() - (since ?? 0))
    const { width, height } = options.size()
    if (!isShown(element) || width * height === 0) {
      since = undefined
      update()
    } else if (passedMs < visibleMs) timer = setTimeout(check, visibleMs - passedMs)
    else {
      isSeen = true
      options.onSeen({ visibleMs: passedMs, visibleRatio: ratio, width, height })
    }
  }
  const stop = options.view(element, (now) => {
    if (now >= ratioMin !== ratio >= ratioMin) options.onInView(now >= ratioMin)
    ratio = now
    update()
  })
  return {
    draw() {
      isDrawn = true
      update()
    },
    stop() {
      stop()
      isDrawn = false
      update()
    },
  }
}
