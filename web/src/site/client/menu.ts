/** Closes the menu on any tap inside it or on its backdrop, and on Escape, which also restores the focus. */
export function watchMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('[data-menu]')
  if (!menu) return
  const summary = menu.querySelector('summary')
  menu.addEventListener('click', (event) => {
    if (event.target instanceof Node && !summary?.contains(event.target)) menu.open = false
  })
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    summary?.focus()
  })
  // The back/forward cache would restore the page with its menu open.
  addEventListener('pageshow', () => {
    menu.open = false
  })
}
