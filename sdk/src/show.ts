import type { Ad } from './wire.ts'

/** Styles are set by script, so that a page's content security policy needs no exception. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  style: Partial<CSSStyleDeclaration>,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  Object.assign(element.style, style)
  return Object.assign(element, properties)
}

/** The ad's link: the server records the click and redirects. */
export const makeLink = (ad: Ad, style: Partial<CSSStyleDeclaration> = {}): HTMLAnchorElement =>
  make(
    'a',
    { display: 'block', ...style },
    { href: ad.clickURL, target: '_blank', rel: 'noopener', ariaLabel: ad.name },
  )

/** Calls back once, when at least half of the element has been in view for this long without a break. */
export function whenSeen(element: Element, visibleMs: number, seen: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new IntersectionObserver(
    (entries) => {
      clearTimeout(timer)
      if (!entries.at(-1)?.isIntersecting) return
      timer = setTimeout(() => {
        observer.disconnect()
        seen()
      }, visibleMs)
    },
    { threshold: 0.5 },
  )
  observer.observe(element)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

export interface Stage {
  content: HTMLElement
  setClosable(isClosable: boolean): void
  close(): void
}

/** A dialog over the whole page. Escape and the close button close it as soon as that is allowed. */
export function openStage(labels: { ad: string; close: string }, onClose: () => void): Stage {
  const before = document.activeElement
  const stage = make('div', {
    position: 'fixed',
    inset: '0',
    zIndex: '2147483647',
    background: '#000',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
  })
  stage.role = 'dialog'
  stage.ariaModal = 'true'
  stage.ariaLabel = labels.ad
  const content = make('div', { maxWidth: '100%', maxHeight: '100%', display: 'flex' })
  const cross = make(
    'button',
    {
      position: 'absolute',
      top: '12px',
      right: '12px',
      width: '44px',
      height: '44px',
      border: '0',
      borderRadius: '22px',
      background: 'rgba(0,0,0,.7)',
      color: '#fff',
      font: '24px/44px sans-serif',
      cursor: 'pointer',
    },
    { type: 'button', textContent: '×', ariaLabel: labels.close },
  )
  const close = () => {
    if (!stage.isConnected) return
    stage.remove()
    if (before instanceof HTMLElement) before.focus()
    onClose()
  }
  cross.addEventListener('click', close)
  stage.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !cross.hidden) close()
    // The page behind the ad is inert while it is shown.
    if (event.key === 'Tab' && event.target === (event.shiftKey ? content.querySelector('a') : cross)) {
      event.preventDefault()
      const other = event.shiftKey ? cross : content.querySelector('a')
      other?.focus()
    }
  })
  stage.append(content, cross)
  stage.tabIndex = -1
  document.body.append(stage)
  stage.focus()
  return {
    content,
    setClosable(isClosable) {
      cross.hidden = !isClosable
    },
    close,
  }
}
