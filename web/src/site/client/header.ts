import { headerBorderPx } from './limits.ts'

/** The header's hairline appears once the page has been scrolled, and goes again at the top. */
export function watchHeader(): void {
  const root = document.documentElement
  const mark = () => root.toggleAttribute('data-scrolled', window.scrollY > headerBorderPx)
  addEventListener('scroll', mark, { passive: true })
  mark()
}
