import type { Ad } from '../wire.ts'
import { font, icon, make } from './dom.ts'
import { type Exposure, type Size, type View, watchExposure } from './exposure.ts'
import { drawnSize, type Pictures } from './material.ts'
import { words } from './words.ts'

export interface Surroundings {
  view: View
  /** Where the mark leads. */
  whyUrl: string
  /** In a page whose host opens links, the page itself opens none. */
  isHosted?: boolean
}

/** What happens to an ad. Each is called once, except clicks and changes of view. */
export interface AdEvents {
  onRendered?: (size: Size) => void
  onSeen: (exposure: Exposure) => void
  onInView?: (isInView: boolean) => void
  onClick?: () => void
  onWhy?: () => void
  onWatched?: (playedMs: number) => void
  onClosed?: () => void
  onFailed: () => void
}

export interface Drawing {
  remove(): void
}

const secondPictureMs = 8_000
const visibleMsDefault = 1_000

/** How an older server, which does not say, counts. */
export const visibleMsOf = (ad: Ad): number => ad.minVisibleMs ?? visibleMsDefault

/** A link, or in a hosted page what looks like one. */
export function makeLink(
  href: string,
  { isHosted }: Surroundings,
  properties: Partial<HTMLAnchorElement>,
  onClick: (() => void) | undefined,
): HTMLAnchorElement {
  const link = make('a', { display: 'block', color: 'inherit', textDecoration: 'none' })
  Object.assign(link, { href: isHosted ? '#' : href, target: '_blank', rel: 'noopener', ...properties })
  link.addEventListener('click', (event) => {
    if (isHosted) event.preventDefault()
    onClick?.()
  })
  return link
}

/** The mark on every ad, which leads to the page that explains it. */
export function makeMark(around: Surroundings, onWhy: (() => void) | undefined): HTMLElement {
  const { mark, why } = words()
  const link = makeLink(around.whyUrl, around, { ariaLabel: why, title: why }, onWhy)
  Object.assign(link.style, {
    ...{ position: 'absolute', display: 'flex', alignItems: 'center', gap: '3px', padding: '2px 5px' },
    ...{ background: 'rgba(0,0,0,.65)', color: '#fff', font: font(11, 600), borderRadius: '4px' },
  })
  link.append(mark, icon(12, 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 8v.01M12 11v5'))
  return link
}

/** Shows the pictures in a box and counts their exposure: together they are one impression. */
export function drawPictures(
  box: HTMLElement,
  { first, second }: Pictures,
  ad: Ad,
  { view }: Surroundings,
  events: AdEvents,
): Drawing {
  let shown = first
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRemoved = false
  const size = () => drawnSize(box, shown.naturalWidth, shown.naturalHeight)
  const exposure = watchExposure(box, {
    ...{ view, visibleMs: visibleMsOf(ad), size },
    onSeen: events.onSeen,
    onInView: (isInView) => events.onInView?.(isInView),
  })
  const show = (image: HTMLImageElement) => {
    if (isRemoved) return
    image.alt = ad.name
    shown.replaceWith(image)
    shown = image
  }
  first.alt = ad.name
  box.prepend(first)
  first.decode().then(
    () => {
      if (isRemoved) return
      events.onRendered?.(size())
      exposure.draw()
      void second.then((next) => {
        if (!next || isRemoved) return
        if (next.isBetter) show(next.image)
        else timer = setTimeout(() => show(next.image), secondPictureMs)
      })
    },
    () => {
      if (!isRemoved) events.onFailed()
    },
  )
  return {
    remove() {
      isRemoved = true
      clearTimeout(timer)
      exposure.stop()
      shown.remove()
    },
  }
}
