import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PhoneWindow } from './bridge.ts'
import app from './phone-app.module.css'
import classes from './phone-screen.module.css'

/** A separate document, so that the SDK's full-screen ads cover only the phone's screen. */
const page = `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><script src="/sdk/voltline.js"></script></head><body class="${app.screen}"></body></html>`

const copiedAttributes = ['lang', 'data-theme', 'data-mantine-color-scheme'] as const

/** Copies this page's style sheets; resolves when they have loaded, so that nothing is shown unstyled. */
async function copyStyles(target: Document): Promise<void> {
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

/** Keeps the theme and the language of the surrounding page. */
function useSameTheme(frame: PhoneWindow | null): void {
  useEffect(() => {
    if (!frame) return
    const from = document.documentElement
    const to = frame.document.documentElement
    const copy = () => {
      for (const name of copiedAttributes) to.setAttribute(name, from.getAttribute(name) ?? '')
    }
    copy()
    const observer = new MutationObserver(copy)
    observer.observe(from, { attributes: true, attributeFilter: [...copiedAttributes] })
    return () => observer.disconnect()
  }, [frame])
}

/** The phone's screen: a window in which the real SDK script runs, with the app rendered into it. */
export function PhoneScreen(props: {
  label: string
  window: PhoneWindow | null
  onWindow(window: PhoneWindow): void
  children: ReactNode
}) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isStyled, setStyled] = useState(false)
  useSameTheme(props.window)
  async function handleLoad() {
    const opened = frame.current?.contentWindow as PhoneWindow | null
    if (!opened?.Voltline) return
    await copyStyles(opened.document)
    setStyled(true)
    props.onWindow(opened)
  }
  return (
    <div className={classes.device}>
      <span className={classes.side} aria-hidden="true" />
      <span className={classes.island} aria-hidden="true" />
      <iframe
        ref={frame}
        className={isStyled ? `${classes.frame} ${classes.frameOn}` : classes.frame}
        title={props.label}
        srcDoc={page}
        onLoad={() => void handleLoad()}
      />
      {props.window && isStyled ? createPortal(props.children, props.window.document.body) : null}
    </div>
  )
}
