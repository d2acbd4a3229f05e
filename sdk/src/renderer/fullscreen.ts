import type { Ad } from '../wire.ts'
import { makeClose, makeRound } from './close-button.ts'
import { icon, make } from './dom.ts'
import {
  type AdEvents,
  type Drawing,
  drawPictures,
  makeLink,
  makeMark,
  type Surroundings,
  visibleMsOf,
} from './draw.ts'
import { watchExposure } from './exposure.ts'
import { drawnSize, type Material } from './material.ts'
import { makeCard } from './store-card.ts'
import { controlVideo } from './video.ts'
import { words } from './words.ts'

const speaker = 'M4 9v6h4l5 4V5L8 9z'
const waves = 'M16.5 8.5a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12'
const cross = 'M17 9.5l5 5M22 9.5l-5 5'

/** The dialog over the whole page. */
function makeStage(): HTMLElement {
  const style = {
    ...{ position: 'fixed', inset: '0', zIndex: '2147483647', background: '#000', outline: 'none' },
    ...{ display: 'flex', flexDirection: 'column', overflow: 'hidden', touchAction: 'manipulation' },
  }
  return make('div', style, { role: 'dialog', ariaModal: 'true', ariaLabel: words().ad, tabIndex: -1 })
}

/** The page behind the ad is inert: Tab stays inside, and Escape closes if the button may. */
function keepFocus(stage: HTMLElement, closeButton: HTMLButtonElement): void {
  stage.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !closeButton.disabled) closeButton.click()
    if (event.key !== 'Tab') return
    const stops = [...stage.querySelectorAll<HTMLElement>('a, button:not(:disabled):not([hidden])')]
    const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
    if (event.target !== from && !(event.shiftKey && event.target === stage)) return
    event.preventDefault()
    to?.focus()
  })
}

function makeSound(video: HTMLVideoElement): HTMLButtonElement {
  const button = makeRound('')
  const update = () => {
    button.ariaLabel = video.muted ? words().soundOn : words().soundOff
    button.replaceChildren(icon(22, speaker, video.muted ? cross : waves))
  }
  button.addEventListener('click', () => {
    video.muted = !video.muted
    update()
  })
  update()
  return button
}

interface Scene {
  stage: HTMLElement
  link: HTMLElement
  box: HTMLElement
  close: ReturnType<typeof makeClose>
  /** The buttons in the corner, before the close button. */
  addButton(button: HTMLElement): void
}

function drawVideo(
  { stage, link, box, close, addButton }: Scene,
  { video, poster }: Extract<Material, { video: unknown }>,
  ad: Ad,
  { view }: Surroundings,
  events: AdEvents,
): Drawing {
  box.append(video)
  const size = () => drawnSize(box, video.videoWidth, video.videoHeight)
  const play = makeRound(words().play, icon(26, 'M8 5v14l11-7z'))
  Object.assign(play.style, { position: 'absolute', left: 'calc(50% - 22px)', top: 'calc(50% - 22px)' })
  const control = controlVideo(video, {
    onStarted: () => exposure.draw(),
    onProgress: close.setProgress,
    onEnded(playedMs, isWatched) {
      const shade = make('span', { position: 'absolute', inset: '0', display: 'flex' })
      shade.style.background = poster
        ? `#000 url("${encodeURI(poster)}") center/contain no-repeat`
        : 'rgba(0,0,0,.6)'
      shade.append(makeCard(ad, true))
      link.append(shade)
      if (isWatched) events.onWatched?.(playedMs)
    },
    onBlocked: () => stage.append(play),
    onFailed: events.onFailed,
  })
  play.addEventListener('click', () => {
    play.remove()
    control.play()
  })
  const exposure = watchExposure(box, {
    ...{ view, visibleMs: visibleMsOf(ad), size },
    onSeen: events.onSeen,
    onInView(isInView) {
      if (isInView) control.play()
      else control.pause()
    },
  })
  addButton(makeSound(video))
  events.onRendered?.(size())
  close.start(false)
  return {
    remove() {
      exposure.stop()
      control.pause()
      video.removeAttribute('src')
      video.load()
    },
  }
}

/** Covers the page until it is closed. */
export function drawFullscreen(ad: Ad, material: Material, around: Surroundings, events: AdEvents): Drawing {
  const before = document.activeElement
  const stage = makeStage()
  const end = () => {
    if (!stage.isConnected) return
    drawing.remove()
    close.stop()
    stage.remove()
    if (before instanceof HTMLElement) before.focus()
  }
  const close = makeClose(() => {
    end()
    events.onClosed?.()
  })
  const onFailed = () => {
    end()
    events.onFailed()
  }
  const box = make('span', { display: 'block', flex: '1', minHeight: '0', width: '100%' })
  const link = makeLink(ad.clickURL, around, { ariaLabel: ad.name }, events.onClick)
  Object.assign(link.style, { flex: '1', minHeight: '0', display: 'flex', flexDirection: 'column' })
  link.append(box, makeCard(ad))
  const mark = makeMark(around, events.onWhy)
  Object.assign(mark.style, { top: '12px', left: '12px', padding: '4px 8px' })
  const corner = make('div', { position: 'absolute', top: '8px', right: '8px', display: 'flex', gap: '8px' })
  corner.append(close.button)
  stage.append(link, mark, corner)
  keepFocus(stage, close.button)
  document.body.append(stage)
  const scene: Scene = { stage, link, box, close, addButton: (button) => corner.prepend(button) }
  const drawing =
    'video' in material
      ? drawVideo(scene, material, ad, around, { ...events, onFailed })
      : drawPictures(box, material.pictures, ad, around, {
          ...{ ...events, onFailed },
          onRendered(size) {
            events.onRendered?.(size)
            close.start(true)
          },
        })
  stage.focus()
  return { remove: end }
}
