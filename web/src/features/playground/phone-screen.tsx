import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PhoneWindow } from './bridge.ts'

/** A document of its own: what the SDK lays over "the whole page" is then the whole of the phone's screen. */
const page =
  '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><script src="/sdk/voltline.js"></script></head><body class="pg-screen"></body></html>'

const mirrored = ['lang', 'data-theme', 'data-mantine-color-scheme'] as const

/** The same style sheets as this page; resolves when they are there, so that nothing is seen bare. */
async function dress(target: Document): Promise<void> {
  const sheets = [...document.querySelectorAll('link[rel="stylesheet"], style')].map((sheet) => {
    const copy = target.importNode(sheet, true)
    const isReady =
      copy instanceof HTMLStyleElement || copy.tagName === 'STYLE'
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            copy.addEventListener('load', () => resolve())
            copy.addEventListener('error', () => resolve())
          })
    target.head.append(copy)
    return isReady
  })
  await Promise.all(sheets)
}

/** The theme and the language of the page around it. */
function useMirror(frame: PhoneWindow | null): void {
  useEffect(() => {
    if (!frame) return
    const from = document.documentElement
    const to = frame.document.documentElement
    const mirror = () => {
      for (const name of mirrored) to.setAttribute(name, from.getAttribute(name) ?? '')
    }
    mirror()
    const observer = new MutationObserver(mirror)
    observer.observe(from, { attributes: true, attributeFilter: [...mirrored] })
    return () => observer.disconnect()
  }, [frame])
}

/** The phone's screen: a window in which the real script of the SDK runs, and what the app shows in it. */
export function PhoneScreen(props: {
  label: string
  window: PhoneWindow | null
  onWindow(window: PhoneWindow): void
  children: ReactNode
}) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isDressed, setDressed] = useState(false)
  useMirror(props.window)
  async function handleLoad() {
    const opened = frame.current?.contentWindow as PhoneWindow | null
    if (!opened?.Voltline) return
    await dress(opened.document)
    setDressed(true)
    props.onWindow(opened)
  }
  return (
    <div className="pg-device">
      <span className="pg-device-side" aria-hidden="true" />
      <span className="pg-device-island" aria-hidden="true" />
      <iframe
        ref={frame}
        className={isDressed ? 'pg-frame pg-frame-on' : 'pg-frame'}
        title={props.label}
        srcDoc={page}
        onLoad={() => void handleLoad()}
      />
      {props.window && isDressed ? createPortal(props.children, props.window.document.body) : null}
    </div>
  )
}
