import type { Ad } from '../wire.ts'
import { make } from './dom.ts'
import { type AdEvents, type Drawing, drawPictures, makeLink, makeMark, type Surroundings } from './draw.ts'
import type { Pictures } from './material.ts'

/** Fills the width of an element, and gives it the height of the picture. */
export function drawBanner(
  element: HTMLElement,
  ad: Ad,
  pictures: Pictures,
  around: Surroundings,
  events: AdEvents,
): Drawing {
  const link = makeLink(ad.clickURL, around, { ariaLabel: ad.name }, events.onClick)
  const mark = makeMark(around, events.onWhy)
  Object.assign(mark.style, { top: '0', right: '0', borderRadius: '0 0 0 4px' })
  const frame = make('div', { position: 'relative', width: '100%', lineHeight: '0' }, {}, [link, mark])
  element.replaceChildren(frame)
  const drawing = drawPictures(link, pictures, ad, around, events)
  return {
    remove() {
      drawing.remove()
      frame.remove()
    },
  }
}
