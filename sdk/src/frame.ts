import { drawBanner } from './renderer/banner.ts'
import type { AdEvents, Drawing, Surroundings } from './renderer/draw.ts'
import type { View } from './renderer/exposure.ts'
import { drawFullscreen } from './renderer/fullscreen.ts'
import { loadMaterial } from './renderer/material.ts'
import type { Ad } from './wire.ts'

/** The page that native SDKs host. It draws and measures; the host reports, opens links and hands out rewards. */

interface HostPort {
  postMessage(text: string): void
}
declare global {
  interface Window {
    VoltlineHost?: HostPort
    webkit?: { messageHandlers?: { VoltlineHost?: HostPort } }
  }
}

interface HostMessage {
  type?: string
  ad?: Ad
  ratio?: number
}

function post(type: string, fields: object = {}): void {
  const host = window.VoltlineHost ?? window.webkit?.messageHandlers?.VoltlineHost
  host?.postMessage(JSON.stringify({ type, ...fields }))
}

/** The host says how much of the page is on the screen; nothing is before it has. */
let ratio = 0
let isPaused = false
const listeners = new Set<(ratio: number) => void>()
const ratioNow = () => (isPaused || document.visibilityState !== 'visible' ? 0 : ratio)
const hostView: View = (_, tell) => {
  listeners.add(tell)
  tell(ratioNow())
  return () => listeners.delete(tell)
}
function tellView(): void {
  for (const tell of listeners) tell(ratioNow())
}

let drawing: Drawing | undefined
/** What is shown; an ad that was still loading when another came is not drawn. */
let current: Ad | undefined

function eventsOf(ad: Ad): AdEvents {
  let isSeen = false
  return {
    onRendered: (size) => post('rendered', { ...size }),
    onSeen(exposure) {
      isSeen = true
      post('impression', { ...exposure })
    },
    onClick: () => post('click'),
    onWhy: () => post('why'),
    onWatched: (playedMs) => post('watched', { playedMs }),
    onClosed() {
      current = undefined
      if (ad.product === 'INTERSTITIAL' && ad.reward && isSeen) post('watched', { playedMs: 0 })
      post('closed')
    },
    onFailed() {
      clear()
      post('failed', { reason: 'MATERIAL' })
    },
  }
}

function clear(): void {
  drawing?.remove()
  drawing = undefined
  current = undefined
}

async function show(ad: Ad): Promise<void> {
  clear()
  current = ad
  const events = eventsOf(ad)
  const around: Surroundings = { view: hostView, whyUrl: '', isHosted: true }
  try {
    const material = await loadMaterial(ad)
    if (current !== ad) return
    drawing =
      ad.product === 'BANNER' && 'pictures' in material
        ? drawBanner(document.body, ad, material.pictures, around, events)
        : drawFullscreen(ad, material, around, events)
  } catch {
    if (current === ad) events.onFailed()
  }
}

function read(text: unknown): HostMessage {
  try {
    const message: unknown = JSON.parse(String(text))
    return typeof message === 'object' && message ? message : {}
  } catch {
    return {}
  }
}

addEventListener('message', (event) => {
  // The host evaluates `window.postMessage` inside this page; other frames and windows are strangers.
  if (event.source !== window) return
  const message = read(event.data)
  if (message.type === 'show') {
    if (Array.isArray(message.ad?.materials)) void show(message.ad)
    else post('failed', { reason: 'AD' })
  } else if (message.type === 'visible') {
    ratio = Math.min(1, Math.max(0, Number(message.ratio) || 0))
    tellView()
  } else if (message.type === 'pause' || message.type === 'resume') {
    isPaused = message.type === 'pause'
    tellView()
  } else if (message.type === 'close') {
    clear()
    post('closed')
  }
})
document.addEventListener('visibilitychange', tellView)
document.body.style.margin = '0'
post('ready')
