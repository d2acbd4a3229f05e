import { expect, type Page, test } from '@playwright/test'

/** The page in which native SDKs show ads, with a host that records its messages. */

interface Message {
  type: string
  [field: string]: unknown
}

const banner = {
  ...{ token: 'token', proID: 1, product: 'BANNER', billingType: 'CPM', name: 'An ad', minVisibleMs: 1_000 },
  ...{ materials: ['/sdk/v1/sample/banner.png'], clickURL: 'https://ads.example/c/token', expiresIn: 600 },
}
const interstitial = { ...banner, product: 'INTERSTITIAL', materials: ['/sdk/v1/sample/interstitial.png'] }
const video = { ...banner, product: 'VIDEO', materials: ['/sdk/v1/sample/video.mp4'], videoMs: 5_000 }

class Host {
  readonly page: Page
  readonly messages: Message[] = []
  readonly requests: string[] = []
  constructor(page: Page) {
    this.page = page
  }

  async open(bridge: 'android' | 'ios' = 'android'): Promise<void> {
    this.page.on('request', (request) => this.requests.push(new URL(request.url()).pathname))
    await this.page.exposeFunction('record', (text: string) => this.messages.push(JSON.parse(text)))
    await this.page.addInitScript((kind) => {
      const port = {
        postMessage: (text: string) =>
          (window as unknown as Record<string, (t: string) => void>).record?.(text),
      }
      if (kind === 'android') Object.assign(window, { VoltlineHost: port })
      else Object.assign(window, { webkit: { messageHandlers: { VoltlineHost: port } } })
    }, bridge)
    await this.page.goto('/sdk/v1/frame')
    await this.received('ready')
  }

  send(type: string, fields: object = {}): Promise<void> {
    const text = JSON.stringify({ type, ...fields })
    return this.page.evaluate((message) => window.postMessage(message, '*'), text)
  }

  types(): string[] {
    return this.messages.map(({ type }) => type)
  }

  async received(type: string): Promise<Message> {
    await expect.poll(() => this.types()).toContain(type)
    return this.messages.findLast((message) => message.type === type) as Message
  }
}

let host: Host
test.beforeEach(({ page }) => {
  host = new Host(page)
})

test('the page needs no key, may be cached for a day, and runs only our own script', async ({ request }) => {
  const response = await request.get('/sdk/v1/frame')
  expect(response.status()).toBe(200)
  expect(response.headers()['cache-control']).toBe('public, max-age=86400')
  const policy = response.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
  const again = await request.get('/sdk/v1/frame', {
    headers: { 'If-None-Match': response.headers().etag ?? '' },
  })
  expect(again.status()).toBe(304)
})

for (const bridge of ['android', 'ios'] as const) {
  test(`a banner is drawn, seen and tapped, and the host hears of it: ${bridge}`, async ({
    page,
    context,
  }) => {
    await host.open(bridge)
    await host.send('show', { ad: banner })
    const { width, height } = await host.received('rendered')
    expect([width, Number(height) / Number(width)]).toEqual([1440, 100 / 640])
    await page.waitForTimeout(1_300)
    expect(host.types()).toEqual(['ready', 'rendered'])
    await host.send('visible', { ratio: 0.4 })
    await page.waitForTimeout(1_300)
    expect(host.types()).toEqual(['ready', 'rendered'])
    await host.send('visible', { ratio: 0.75 })
    const seen = await host.received('impression')
    expect(seen).toMatchObject({ visibleRatio: 0.75, width: 1440, height: 225 })
    expect(Number(seen.visibleMs)).toBeGreaterThanOrEqual(1_000)
    await page.getByRole('link', { name: 'An ad' }).click()
    await host.received('click')
    await page.getByRole('link', { name: 'Why this ad' }).click()
    await host.received('why')
    expect(host.types()).toEqual(['ready', 'rendered', 'impression', 'click', 'why'])
    expect(context.pages()).toHaveLength(1)
    expect(new URL(page.url()).pathname).toBe('/sdk/v1/frame')
    expect(host.requests.filter((path) => path.startsWith('/sdk/v1/') && !/frame|sample/.test(path))).toEqual(
      [],
    )
  })
}

test('a pause interrupts the second in view', async ({ page }) => {
  await page.clock.install()
  await host.open()
  await host.send('visible', { ratio: 1 })
  await host.send('show', { ad: banner })
  await host.received('rendered')
  await page.clock.runFor(800)
  await host.send('pause')
  await page.clock.runFor(3_000)
  await host.send('resume')
  await page.clock.runFor(800)
  expect(host.types()).toEqual(['ready', 'rendered'])
  await page.clock.runFor(300)
  await host.received('impression')
})

test('a video plays while it is in view, pauses, and tells the host when it was watched', async ({
  page,
}) => {
  await host.open()
  await host.send('show', { ad: { ...video, reward: { name: 'Gem', count: 1 } } })
  await host.received('rendered')
  const paused = () => page.locator('video').evaluate((found: HTMLVideoElement) => found.paused)
  expect(await paused()).toBe(true)
  await host.send('visible', { ratio: 1 })
  await host.received('impression')
  await host.send('pause')
  await expect.poll(paused).toBe(true)
  await host.send('resume')
  const { playedMs } = await host.received('watched')
  expect(Number(playedMs)).toBeGreaterThanOrEqual(4_500)
  await page.getByRole('button', { name: 'Close' }).click()
  await host.received('closed')
  expect(host.types()).toEqual(['ready', 'rendered', 'impression', 'watched', 'closed'])
})

test('a rewarded interstitial is watched when the user closes it; what the host closes never is', async ({
  page,
}) => {
  await host.open()
  await host.send('visible', { ratio: 1 })
  await host.send('show', { ad: { ...interstitial, reward: { name: 'Gem', count: 1 } } })
  await host.received('impression')
  await page.getByRole('button', { name: 'Close' }).click()
  await host.received('closed')
  expect(host.types()).toEqual(['ready', 'rendered', 'impression', 'watched', 'closed'])
  host.messages.length = 0
  await host.send('show', { ad: video })
  await host.received('impression')
  await host.send('close')
  await host.received('closed')
  await expect(page.locator('video')).toHaveCount(0)
  await page.waitForTimeout(500)
  expect(host.types()).toEqual(['rendered', 'impression', 'closed'])
})

test('an ad without a picture fails, and nothing is drawn', async ({ page }) => {
  await host.open()
  await host.send('visible', { ratio: 1 })
  await host.send('show', { ad: { ...banner, materials: ['/sdk/v1/sample/none.png'] } })
  expect(await host.received('failed')).toEqual({ type: 'failed', reason: 'MATERIAL' })
  await expect(page.getByRole('link')).toHaveCount(0)
  expect(host.types()).toEqual(['ready', 'failed'])
})

test('messages of other frames and windows, and what is no message, are ignored', async ({
  page,
  context,
}) => {
  await host.open()
  const text = JSON.stringify({ type: 'show', ad: banner })
  await page
    .evaluate((message) => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const inner = frame.contentWindow as unknown as { eval(code: string): void }
      inner.eval(`parent.postMessage(${JSON.stringify(message)}, '*')`)
      for (const nonsense of ['', '{', 'null', '[]', '"x"']) window.postMessage(nonsense, '*')
    }, text)
    .catch(() => {})
  const opener = await context.newPage()
  await opener.goto('/sdk/v1/keys')
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    opener.evaluate(() => {
      Object.assign(window, { frame: window.open('/sdk/v1/frame') })
    }),
  ])
  await opened.waitForLoadState()
  await opener.evaluate(
    (message) => (window as unknown as { frame: Window }).frame.postMessage(message, '*'),
    text,
  )
  await page.waitForTimeout(500)
  expect(host.types()).toEqual(['ready'])
  await expect(page.getByRole('link')).toHaveCount(0)
  await expect(opened.getByRole('link')).toHaveCount(0)
  await host.send('show', { ad: banner })
  await host.received('rendered')
})
