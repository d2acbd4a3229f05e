import { expect, type FrameLocator, type Page } from '@playwright/test'
import type { Database } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'

/** The playground page: the phone and the steps beside it. */
export class Playground {
  readonly page: Page
  readonly phone: FrameLocator
  constructor(page: Page) {
    this.page = page
    this.phone = page.frameLocator('iframe')
  }

  static async open(page: Page): Promise<Playground> {
    await page.goto('/playground')
    const playground = new Playground(page)
    await expect(playground.phone.getByRole('button', { name: 'Open Nabi Weather' })).toBeVisible()
    return playground
  }

  /** Opens the app in the phone and waits for its banner. */
  async start(): Promise<void> {
    await this.phone.getByRole('button', { name: 'Open Nabi Weather' }).click()
    await expect(this.phone.getByRole('link').first()).toBeVisible()
  }

  get steps() {
    return this.page.getByRole('region', { name: 'What this tap did' }).getByRole('listitem')
  }

  step(title: string) {
    return this.steps.filter({ has: this.page.getByRole('heading', { name: title }) })
  }

  bid(name: string) {
    return this.page.getByRole('table', { name: 'The auction' }).getByRole('row', { name: new RegExp(name) })
  }

  /** The shares of the last charge as the page shows them, to the last digit. */
  async shares(): Promise<{ price: number; publisher: number; network: number; user: number }> {
    const bar = this.step('KRW moved').last().getByRole('img')
    const label = (await bar.getAttribute('aria-label')) ?? ''
    const [price, publisher, network, user] = [...label.matchAll(/[\d,]+\.\d{6}/g)].map(([text]) =>
      Math.round(Number(text.replaceAll(',', '')) * 1_000_000),
    )
    return { price: price ?? 0, publisher: publisher ?? 0, network: network ?? 0, user: user ?? 0 }
  }

  device(): Promise<string> {
    return this.page.evaluate(() => localStorage.getItem('voltline.device') ?? '')
  }
}

/** Truncated, not rounded, like every figure on a page. */
export const voltsText = (micros: number): string => (Math.floor(micros / 10_000) / 100).toFixed(2)

/** The sums of all charges for a device, in micro-won. */
export async function booksOf(db: Database, deviceID: string) {
  const [sums] = await db.read((session) =>
    session.rows(sql<Record<'price' | 'publisher' | 'network' | 'user', number>>`
      select coalesce(sum(price_micros), 0)::float8 as price, coalesce(sum(publisher_micros), 0)::float8 as publisher,
             coalesce(sum(price_micros - publisher_micros - user_micros), 0)::float8 as network,
             coalesce(sum(user_micros), 0)::float8 as user
        from charge
       where device_id = ${deviceID}`),
  )
  return sums
}
