/** The menu closes on any tap inside it, on its backdrop and on Escape, and gives the focus back. */
export function watchMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('.mobile-menu')
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
  // A page that comes back from the browser's memory must not come back with the menu over it.
  addEventListener('pageshow', () => {
    menu.open = false
  })
}
