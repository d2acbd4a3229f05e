import { headerBorderPx } from './limits.ts'

/**
 * Shows the header's hairline once the page has been scrolled. It observes a strip at the top of the page, because
 * reading the scroll position would force a layout.
 */
export function watchHeader(): void {
  const strip = document.createElement('div')
  strip.style.cssText = `position: absolute; top: 0; width: 1px; height: ${headerBorderPx}px`
  document.body.prepend(strip)
  new IntersectionObserver(([entry]) => {
    document.documentElement.toggleAttribute('data-scrolled', entry?.isIntersecting === false)
  }).observe(strip)
}
