import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, Request, Route } from '@playwright/test'
import type { Ad, Options, Voltline } from '../../sdk/src/index.ts'

declare global {
  interface Window {
    Voltline: { init(options: Options): Voltline }
    voltline: Voltline
    shown: unknown
    failures: string[]
  }
}

export interface Report {
  action: string
  token: string
  visibleMs?: number
  visibleRatio?: number
  width?: number
  height?: number
  playedMs?: number
  userID?: string
  custom?: string
  /** When the browser sent it. */
  sentAtMs: number
  headers: Record<string, string>
}

/** The tests' browser calls itself headless, which only bots do. */
export const userAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

const gamePage = (script: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Game</title>
<style>body { margin: 0 }</style><script src="${script}"></script>
<div id="banner" style="width:320px"></div><button id="focus">Play</button></html>`

const outerPage = (game: string) => `<!doctype html><div style="height:3000px"></div>
<iframe src="${game}" width="400" height="200"></iframe>`

const svg = (width: number, height: number, colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colour}"/></svg>`

/**
 * A game on an origin of its own that shows ads of the real SDK script. The server's answers are the test's, so that it
 * can choose materials and faults.
 */
export class Game {
  readonly page: Page
  readonly #server: string
  readonly reports: Report[] = []
  readonly requests: { path: string; body: Record<string, unknown>; headers: Record<string, string> }[] = []
  /** How many times each material was requested. */
  readonly loads = new Map<string, number>()
  /** Materials that are not answered. */
  readonly hanging: ServerResponse[] = []
  ad: Partial<Ad> = {}
  /** Called for each report; the default answers it. */
  onEvent: (route: Route) => Promise<void> = (route) => route.fulfill({ json: { error: 'SUCCESS' } })
  onAd: ((route: Route) => Promise<void>) | undefined
  #offers = 0
  readonly #site: Server

  private constructor(page: Page, server: string) {
    this.page = page
    this.#server = server
    this.#site = createServer((request, response) => this.#serve(request.url ?? '', response))
  }

  /** `server` is the address of a running program. */
  static async make(page: Page, server: string | undefined): Promise<Game> {
    const game = new Game(page, server ?? '')
    await once(game.#site.listen(0, '0.0.0.0'), 'listening')
    return game
  }

  end(): void {
    this.#site.close()
    this.#site.closeAllConnections()
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#site.address() as AddressInfo).port}/`
  }

  /** A page of another origin that holds the game in a frame, below the fold. */
  get outerUrl(): string {
    return `${this.url.replace('127.0.0.1', '127.0.0.2')}outer`
  }

  /** The address of a material: a picture of this size, or `broken`. */
  picture(name: string): string {
    return `${this.url}files/${name}`
  }

  get sampleVideo(): string {
    return `${this.#server}/sdk/v1/sample/video.mp4`
  }

  async open(options: Partial<Options> = {}): Promise<void> {
    await this.page.route('**/sdk/v1/{session,ad,event,user}*', (route) => this.#answer(route))
    await this.page.goto(this.url)
    await this.start(options)
  }

  async start(options: Partial<Options> = {}): Promise<void> {
    await this.page.evaluate((given) => {
      window.failures = []
      window.voltline = window.Voltline.init({ apiKey: 'key', platform: 'AOS', deviceID: 'd', ...given })
    }, options)
  }

  banner(options: { refresh?: number; medID?: number } = {}): Promise<void> {
    return this.page.evaluate(async (given) => {
      const element = document.getElementById('banner') ?? document.body
      const onFailed = (reason: string) => window.failures.push(reason)
      window.shown = await window.voltline.banner({ medID: 1, element, onFailed, ...given })
    }, options)
  }

  /** Loads an ad and shows it; what it resolves with is in `window.shown`. */
  fullscreen(kind: 'interstitial' | 'rewardedVideo', more: object = {}): Promise<void> {
    return this.page.evaluate(
      async ({ call, options }) => {
        const loaded = await window.voltline[call]({ medID: 1, ...options })
        window.shown = loaded.show()
      },
      { call: kind, options: more },
    )
  }

  failures(): Promise<string[]> {
    return this.page.evaluate(() => window.failures)
  }

  /** As the browser does when another tab is chosen. */
  async setHidden(isHidden: boolean): Promise<void> {
    await this.page.evaluate((hidden) => {
      const value = hidden ? 'hidden' : 'visible'
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  }

  actions(): string[] {
    return this.reports.map(({ action }) => action)
  }

  requestsOf(path: string) {
    return this.requests.filter((request) => request.path === path)
  }

  #serve(url: string, response: ServerResponse): void {
    const send = (type: string, text: string) => {
      response.writeHead(200, { 'Content-Type': type })
      response.end(text)
    }
    const name = /^\/files\/(.*)$/.exec(url)?.[1]
    if (url === '/outer') send('text/html', outerPage(this.url))
    else if (name === undefined) send('text/html', gamePage(`${this.#server}/sdk/voltline.js`))
    else {
      this.loads.set(name, (this.loads.get(name) ?? 0) + 1)
      const [, width, height, colour] = /^(\d+)x(\d+)-(\w+)\.svg$/.exec(name) ?? []
      if (width && height && colour) send('image/svg+xml', svg(Number(width), Number(height), colour))
      else if (name.startsWith('hanging')) this.hanging.push(response)
      else response.writeHead(404).end()
    }
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request()
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (request.method() === 'OPTIONS') {
      await route.fulfill({ status: 204, headers })
      return
    }
    const path = new URL(request.url()).pathname
    const body = bodyOf(request)
    this.requests.push({ path, body, headers: await request.allHeaders() })
    if (path === '/sdk/v1/event') {
      this.reports.push({
        ...(body as unknown as Report),
        sentAtMs: performance.now(),
        headers: request.headers(),
      })
      await this.onEvent(route)
    } else if (path === '/sdk/v1/ad' && this.onAd) await this.onAd(route)
    else if (path === '/sdk/v1/ad')
      await route.fulfill({ headers, json: { error: 'SUCCESS', ad: this.#offer() } })
    else await route.fulfill({ headers, json: { error: 'SUCCESS', volts: 0 } })
  }

  #offer(): Ad {
    const token = `token-${++this.#offers}`
    return {
      ...{ token, proID: 1, product: 'BANNER', billingType: 'CPM', name: 'An ad', minVisibleMs: 1_000 },
      ...{
        materials: [this.picture('640x100-teal.svg')],
        clickURL: `${this.#server}/c/${token}`,
        expiresIn: 600,
      },
      ...this.ad,
    }
  }
}

const bodyOf = (request: Request): Record<string, unknown> => {
  const text = request.postData()
  return text ? JSON.parse(text) : {}
}
