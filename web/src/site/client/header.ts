import { headerBorderPx } from './limits.ts'

/**
 * The header's hairline appears once the page has been scrolled, and goes again at the top. A strip of that height at
 * the top of the page is watched instead of the scroll position, whose reading would force a layout of its own.
 */
export function watchHeader(): void {
  const strip = document.createElement('div')
  strip.className = 'scroll-strip'
  strip.style.height = `${headerBorderPx}px`
  document.body.prepend(strip)
  new IntersectionObserver(([entry]) => {
    document.documentElement.toggleAttribute('data-scrolled', entry?.isIntersecting === false)
  }).observe(strip)
}
