/** Takes the pictures of the README from a running server with demo data: npm run pictures -- http://localhost:3000 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'

const folder = join(import.meta.dirname, '../docs/pictures')
const address = process.argv[2] ?? 'http://localhost:3000'

const pictures = [
  { name: 'home', path: '/', who: undefined },
  { name: 'ad-dashboard', path: '/ad', who: 'advertiser@voltline.test' },
  { name: 'ad-list', path: '/ad-ad', who: 'advertiser@voltline.test' },
  { name: 'pub-home', path: '/pub', who: 'publisher@voltline.test' },
  { name: 'pub-daily', path: '/pub-report-day', who: 'publisher@voltline.test' },
] as const

async function signIn(page: Page, email: string): Promise<void> {
  const answer = await page.request.post(`${address}/api/v1/account/signin`, {
    data: { email, pw: 'voltline-2026' },
  })
  const { accessToken, user } = await answer.json()
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
for (const { name, path, who } of pictures) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  if (who) await signIn(page, who)
  await page.goto(`${address}${path}`, { waitUntil: 'networkidle' })
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.close()
}
await browser.close()
process.stdout.write(`${pictures.length} pictures are in docs/pictures.\n`)
