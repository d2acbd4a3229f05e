import { get } from 'node:http'
import { type Browser, chromium } from '@playwright/test'

export interface FirstLoad {
  name: string
  path: string
  /** Brotli-compressed JavaScript, in bytes. */
  bytesMax: number
  /** What the browser's storage holds before the page opens. */
  storage?: Record<string, string>
}

/** The size of a response's body as the server sends it in that encoding. */
const servedBytes = (url: string, encoding: 'br' | 'gzip'): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': encoding } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes))
    }).on('error', reject)
  })

async function sumOf(urls: readonly string[], encoding: 'br' | 'gzip'): Promise<number> {
  const sizes = await Promise.all(urls.map((url) => servedBytes(url, encoding)))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

/** The scripts that a page requests before its heading is shown, and those after it, such as a chart's. */
async function scriptsOf(browser: Browser, origin: string, page: FirstLoad) {
  const context = await browser.newContext()
  try {
    await context.addInitScript((stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    }, page.storage ?? {})
    const tab = await context.newPage()
    const urls = new Set<string>()
    tab.on('request', (request) => {
      if (request.resourceType() === 'script') urls.add(request.url())
    })
    await tab.goto(origin + page.path)
    await tab.locator('#content h1').first().waitFor()
    const first = [...urls]
    await tab.waitForLoadState('networkidle')
    return { first, later: [...urls].slice(first.length) }
  } finally {
    await context.close()
  }
}

/**
 * Prints the first JavaScript of each page against its limit; returns whether all are within it. Browsers ask for
 * brotli only over TLS, so the sizes are read from the server's responses and not in the browser.
 */
export async function measureFirstLoads(origin: string, pages: readonly FirstLoad[]): Promise<boolean> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    console.log(
      'First JavaScript, brotli ÷ its limit (at most 1); kB: brotli, limit, gzip; after the heading: brotli',
    )
    let isMet = true
    for (const page of pages) {
      const { first, later } = await scriptsOf(browser, origin, page)
      const bytes = await sumOf(first, 'br')
      isMet &&= bytes <= page.bytesMax
      const figures = [bytes, page.bytesMax, await sumOf(first, 'gzip'), await sumOf(later, 'br')]
      const ratio = (bytes / page.bytesMax).toFixed(2).padStart(6)
      const row = figures.map((figure) => (figure / 1_000).toFixed(1).padStart(8)).join('')
      console.log(page.name.padEnd(22) + ratio + row + (bytes <= page.bytesMax ? '' : '   too much'))
    }
    return isMet
  } finally {
    await browser.close()
  }
}
