import { drawBanner } from './renderer/banner.ts'
import type { Drawing } from './renderer/draw.ts'
import { type Exposure, pageView } from './renderer/exposure.ts'
import { loadMaterial } from './renderer/material.ts'
import type { Ad } from './wire.ts'

export interface BannerOptions {
  medID: number
  element: HTMLElement
  /** Seconds until another ad is requested, 30 to 120, while the banner is in view. Default: never. */
  refresh?: number
  /** Called with a code when an ad could not be shown. The SDK asks for another one after a while. */
  onFailed?: (reason: string) => void
}

/** An ad, and when it was requested. */
export interface Offer {
  ad: Ad
  at: number
}

interface BannerCalls {
  request: () => Promise<Offer>
  onSeen: (offer: Offer, exposure: Exposure) => void
  whyUrl: (ad: Ad) => string
}

const backOffMs = 10_000
const backOffMsMax = 300_000
const refreshRange = { min: 30, max: 120 }

/** A place in a page that shows one ad after another. */
export class BannerUnit {
  readonly #options: BannerOptions
  readonly #calls: BannerCalls
  readonly #refreshMs: number
  #drawing: Drawing | undefined
  #isRemoved = false
  #isInView = false
  #isDue = false
  #backOffMs = backOffMs
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: BannerOptions, calls: BannerCalls) {
    this.#options = options
    this.#calls = calls
    const { min, max } = refreshRange
    const seconds = Number(options.refresh)
    this.#refreshMs = seconds > 0 ? Math.min(max, Math.max(min, seconds)) * 1_000 : 0
  }

  /** Shows the ad once its picture has loaded; without a picture another ad is requested later. */
  async show(offer: Offer): Promise<void> {
    const { element } = this.#options
    const fail = () => this.#fail('MATERIAL')
    let material: Awaited<ReturnType<typeof loadMaterial>>
    try {
      material = await loadMaterial(offer.ad)
    } catch {
      fail()
      return
    }
    if (this.#isRemoved || !('pictures' in material)) return
    this.#clear()
    const around = { view: pageView, whyUrl: this.#calls.whyUrl(offer.ad) }
    this.#drawing = drawBanner(element, offer.ad, material.pictures, around, {
      onRendered: () => {
        this.#backOffMs = backOffMs
        if (this.#refreshMs) this.#later(this.#refreshMs, () => this.#refresh())
      },
      onSeen: (exposure) => this.#calls.onSeen(offer, exposure),
      onInView: (isInView) => {
        this.#isInView = isInView
        if (this.#isDue) this.#refresh()
      },
      onFailed: fail,
    })
  }

  remove(): void {
    this.#isRemoved = true
    clearTimeout(this.#timer)
    this.#clear()
  }

  #clear(): void {
    this.#drawing?.remove()
    this.#drawing = undefined
    this.#isDue = false
    this.#isInView = false
  }

  #later(ms: number, act: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(act, ms)
  }

  /** Only while the banner is in view: else as soon as it is. */
  #refresh(): void {
    this.#isDue = !this.#isInView
    if (this.#isInView) void this.#next(() => this.#later(this.#refreshMs, () => this.#refresh()))
  }

  async #next(onRefused: (code: string) => void): Promise<void> {
    try {
      const offer = await this.#calls.request()
      if (!this.#isRemoved) await this.show(offer)
    } catch (fault) {
      if (!this.#isRemoved) onRefused((fault as { code?: string }).code ?? 'NETWORK')
    }
  }

  #fail(reason: string): void {
    if (this.#isRemoved) return
    this.#clear()
    this.#later(this.#backOffMs, () => void this.#next((code) => this.#fail(code)))
    this.#backOffMs = Math.min(2 * this.#backOffMs, backOffMsMax)
    this.#options.onFailed?.(reason)
  }
}
