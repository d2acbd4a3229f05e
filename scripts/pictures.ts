/** Takes the pictures of the README from a running server with demo data: npm run pictures -- http://localhost:3000 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'

const folder = join(import.meta.dirname, '../docs/pictures')
const address = process.argv[2] ?? 'http://localhost:3000'

const pictures = [
  { name: 'home', path: '/', who: undefined },
  { name: 'playground', path: '/playground', who: undefined, height: 1_040, play },
  { name: 'ad-dashboard', path: '/ad', who: 'advertiser@voltline.test' },
  { name: 'ad-list', path: '/ad-ad', who: 'advertiser@voltline.test' },
  { name: 'pub-home', path: '/pub', who: 'publisher@voltline.test' },
  { name: 'pub-daily', path: '/pub-report-day', who: 'publisher@voltline.test' },
] as const

/** Opens the phone's app and watches its video to the end. */
async function play(page: Page): Promise<void> {
  const phone = page.frameLocator('iframe')
  await phone.getByRole('button', { name: 'Open Nabi Weather' }).click()
  await phone.getByRole('link').waitFor()
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  await page.getByRole('heading', { name: /Watched to the end/ }).waitFor()
  await page.getByRole('heading', { name: /KRW moved/ }).waitFor()
  await phone.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await phone.getByText('You earned').waitFor()
  await page.evaluate(() => scrollTo(0, 0))
}

async function signIn(page: Page, email: string): Promise<void> {
  const response = await page.request.post(`${address}/api/v1/account/signin`, {
    data: { email, pw: 'voltline-2026' },
  })
  const { accessToken, user } = await response.json()
  await page.goto(`${address}/robots.txt`)
  await page.evaluate(
    (session) => {
      localStorage.setItem('accessToken', session.accessToken)
      localStorage.setItem('user', JSON.stringify(session.user))
    },
    { accessToken, user },
  )
}

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
for (const { name, path, who, ...more } of pictures) {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 'height' in more ? more.height : 900 },
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  if (who) await signIn(page, who)
  await page.goto(`${address}${path}`, { waitUntil: 'networkidle' })
  if ('play' in more) await more.play(page)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.close()
}
await browser.close()
process.stdout.write(`${pictures.length} pictures are in docs/pictures.\n`)
