/** A link that goes back to where the visitor came from on this site; without a way back it stays a plain link. */
export function watchBackLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-back]')) {
    link.addEventListener('click', (event) => {
      if (history.length < 2) return
      event.preventDefault()
      history.back()
    })
  }
}
