import { demoInstall } from '@voltline/contract'
import type { Ad, Options, Voltline } from '../../../../sdk/src/index.ts'

/** The window of the phone's screen, in which the SDK's script has run. */
export type PhoneWindow = Window & typeof globalThis & { Voltline: { init(options: Options): Voltline } }

/** One call that left the phone, or tried to. */
export interface Exchange {
  id: number
  path: string
  /** Of the offer that a report or a click is about. */
  token: string
  action: string
  medID: number
  state: 'sent' | 'answered' | 'failed'
  /** The answer's code; '' while there is none. */
  error: string
  repeated: boolean
  ms: number
}

const clickPath = '/c/'
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Nothing of what is no JSON object. */
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
 * Stands between the SDK and the network of the phone's window: tells every call to the page beside it, and lets none
 * through while the phone is in airplane mode.
 */
export class Bridge {
  readonly #window: PhoneWindow
  readonly #apiKey: string
  readonly #heard: (exchange: Exchange) => void
  readonly #send: typeof fetch
  #count = 0
  #isOffline = false
  /** What was offered, by token. */
  readonly ads = new Map<string, Ad>()

  constructor(window: PhoneWindow, apiKey: string, heard: (exchange: Exchange) => void) {
    this.#window = window
    this.#apiKey = apiKey
    this.#heard = heard
    this.#send = window.fetch.bind(window)
    window.fetch = (input, init) => this.#fetch(input, init)
  }

  set airplane(isOn: boolean) {
    this.#isOffline = isOn
    // What a phone's browser would say; the SDK sends at once what it has kept.
    if (!isOn) this.#window.dispatchEvent(new Event('online'))
  }

  /** Follows the ad's own link as the browser would. Answers whether the server has recorded the click. */
  async click(ad: Ad): Promise<boolean> {
    try {
      await this.#fetch(ad.clickURL, { redirect: 'manual' })
      return true
    } catch {
      return false
    }
  }

  /** Answers the code, and whether it was reported before. */
  async install(ad: Ad): Promise<{ error: string; repeated: boolean }> {
    try {
      const answer = await this.#fetch(demoInstall.path, {
        method: 'POST',
        headers: { 'X-Api-Key': this.#apiKey, 'Content-Type': 'application/json' },
        body: JSON.stringify({ token: ad.token }),
      })
      const { error, repeated } = parse(await answer.text())
      return { error: textOf(error) || 'UNKNOWN', repeated: repeated === true }
    } catch {
      return { error: 'UNKNOWN', repeated: false }
    }
  }

  async #fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = urlOf(input)
    const body = parse(textOf(init?.body))
    const isClick = url.pathname.startsWith(clickPath)
    const exchange: Exchange = {
      id: this.#count++,
      path: isClick ? clickPath : url.pathname,
      token: isClick ? url.pathname.slice(clickPath.length) : textOf(body.token),
      action: isClick ? 'CLICK' : url.pathname === demoInstall.path ? 'INSTALL' : textOf(body.action),
      medID: Number(body.medID ?? 0),
      ...{ state: 'sent', error: '', repeated: false, ms: 0 },
    }
    this.#heard(exchange)
    const since = performance.now()
    try {
      if (this.#isOffline) throw new TypeError('The phone is in airplane mode.')
      const response = await this.#send(input, init)
      const answer = isClick ? { error: 'SUCCESS' } : parse(await response.clone().text())
      const ad = answer.ad as Ad | undefined
      if (ad) this.ads.set(ad.token, ad)
      this.#heard({
        ...exchange,
        token: ad?.token ?? exchange.token,
        state: 'answered',
        error: textOf(answer.error),
        repeated: answer.repeated === true,
        ms: performance.now() - since,
      })
      return response
    } catch (fault) {
      this.#heard({ ...exchange, state: 'failed', ms: performance.now() - since })
      throw fault
    }
  }
}
