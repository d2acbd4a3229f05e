import { demoInstall } from '@voltline/contract'
import type { Ad, Options, Voltline } from '../../../../../sdk/src/index.ts'

/** The window of the phone's screen, in which the SDK script has run. */
export type PhoneWindow = Window & typeof globalThis & { Voltline: { init(options: Options): Voltline } }

/** A request that the phone sent, or tried to send. */
export interface Exchange {
  id: number
  path: string
  /** The offer that an event or a click belongs to. */
  token: string
  action: string
  medID: number
  state: 'sent' | 'answered' | 'failed'
  /** The response's code; '' before the response. */
  error: string
  repeated: boolean
  ms: number
}

const clickPath = '/c/'
/** From the click to the end of the install. */
const installMs = 10_500
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** An empty object for text that is not a JSON object. */
function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const urlOf = (input: RequestInfo | URL): URL =>
  new URL(typeof input === 'object' && 'url' in input ? input.url : input, location.origin)

/**
 * Wraps `fetch` of the phone's window: reports every request of the SDK, and fails them all while the phone is in
 * airplane mode.
 */
export class Bridge {
  readonly #window: PhoneWindow
  readonly #apiKey: string
  readonly #onExchange: (exchange: Exchange) => void
  readonly #send: typeof fetch
  #count = 0
  #isOffline = false
  /** When the click on an offered ad was answered, by token. */
  readonly #clickedMs = new Map<string, number>()
  /** Offered ads by token. */
  readonly ads = new Map<string, Ad>()

  constructor(window: PhoneWindow, apiKey: string, onExchange: (exchange: Exchange) => void) {
    this.#window = window
    this.#apiKey = apiKey
    this.#onExchange = onExchange
    this.#send = window.fetch.bind(window)
    window.fetch = (input, init) => this.#fetch(input, init)
  }

  set airplane(isOn: boolean) {
    this.#isOffline = isOn
    // As a phone's browser does; the SDK then sends the events that it has kept.
    if (!isOn) this.#window.dispatchEvent(new Event('online'))
  }

  /** Follows the ad's link as a browser would. Returns whether the server has recorded the click. */
  async click(ad: Ad): Promise<boolean> {
    try {
      await this.#fetch(ad.clickURL, { redirect: 'manual' })
      this.#clickedMs.set(ad.token, performance.now())
      return true
    } catch {
      return false
    }
  }

  /**
   * Installs the app, which takes a while as it does on a phone: an install sooner after its click would be invalid.
   * Returns the code, and whether the install was reported before.
   */
  async install(ad: Ad): Promise<{ error: string; repeated: boolean }> {
    const passedMs = performance.now() - (this.#clickedMs.get(ad.token) ?? performance.now())
    await new Promise((done) => setTimeout(done, Math.max(0, installMs - passedMs)))
    try {
      const response = await this.#fetch(demoInstall.path, {
        method: 'POST',
        headers: { 'X-Api-Key': this.#apiKey, 'Content-Type': 'application/json' },
        body: JSON.stringify({ token: ad.token }),
      })
      const { error, repeated } = parse(await response.text())
      return { error: textOf(error) || 'UNKNOWN', repeated: repeated === true }
    } catch {
      return { error: 'UNKNOWN', repeated: false }
    }
  }

  async #fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = urlOf(input)
    const sent = parse(textOf(init?.body))
    const isClick = url.pathname.startsWith(clickPath)
    const exchange: Exchange = {
      id: this.#count++,
      path: isClick ? clickPath : url.pathname,
      token: isClick ? url.pathname.slice(clickPath.length) : textOf(sent.token),
      action: isClick ? 'CLICK' : url.pathname === demoInstall.path ? 'INSTALL' : textOf(sent.action),
      medID: Number(sent.medID ?? 0),
      ...{ state: 'sent', error: '', repeated: false, ms: 0 },
    }
    this.#onExchange(exchange)
    const since = performance.now()
    try {
      if (this.#isOffline) throw new TypeError('The phone is in airplane mode.')
      const response = await this.#send(input, init)
      const body = isClick ? { error: 'SUCCESS' } : parse(await response.clone().text())
      const ad = body.ad as Ad | undefined
      if (ad) this.ads.set(ad.token, ad)
      this.#onExchange({
        ...exchange,
        token: ad?.token ?? exchange.token,
        state: 'answered',
        error: textOf(body.error),
        repeated: body.repeated === true,
        ms: performance.now() - since,
      })
      return response
    } catch (fault) {
      this.#onExchange({ ...exchange, state: 'failed', ms: performance.now() - since })
      throw fault
    }
  }
}
