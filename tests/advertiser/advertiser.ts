import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { creditCash } from '@voltline/contract'
import { aPicture } from '../../server/testing/picture.ts'
import { workerOperator } from '../support/operator.ts'
import { type Customer, makeCustomer, signInBrowser } from '../support/people.ts'
import { programUrl } from '../support/program.ts'

export interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

interface Signed {
  accessToken: string
  user: { CustID: number; SessionKey: string }
}
const headersOf = ({ accessToken, user }: Signed) => ({
  Authorization: `Bearer ${accessToken}`,
  CustID: String(user.CustID),
  SessionKey: user.SessionKey,
  TimezoneOffset: '540',
})

async function post<T>(request: APIRequestContext, path: string, data: object, signed: Signed): Promise<T> {
  const response = await request.post(`/api/v1/${path}`, { data, headers: headersOf(signed) })
  const body = await response.json()
  expect(body.error, `${path} ${body.detail ?? ''}`).toBe('SUCCESS')
  return body
}

async function get<T>(request: APIRequestContext, path: string, signed: Signed): Promise<T> {
  const response = await request.get(`/api/v1/${path}`, { headers: headersOf(signed) })
  return response.json()
}

export class Advertiser {
  readonly customer: Customer
  readonly #request: APIRequestContext
  constructor(customer: Customer, request: APIRequestContext) {
    this.customer = customer
    this.#request = request
  }

  get custID(): number {
    return this.customer.session.user.CustID
  }

  /** Creates a campaign by its call and returns its id. */
  async campaign(name: string, budget = 300_000, campType = 'AOS'): Promise<number> {
    const { session } = this.customer
    await post(
      this.#request,
      'ad/campaign/add',
      {
        name,
        campType,
        budget,
        defaultURL_AOS: 'https://moonjar.example/play?c={click_id}',
        defaultURL_iOS: 'https://moonjar.example/apple?c={click_id}',
        defaultCountry: ['KR'],
      },
      session,
    )
    const all = await get<{ campaigns: { CampID: number }[] }>(this.#request, 'ad/campaign/list-all', session)
    return all.campaigns[0]?.CampID ?? 0
  }

  /** Creates an interstitial with one image by its calls and returns its id. */
  async ad(campID: number, name: string, change: object = {}): Promise<number> {
    const { session } = this.customer
    const picture = await image('ad.png')
    const link = await this.#request.post('/api/v1/ad/ad/s3-get-signed-url', {
      headers: headersOf(session),
      multipart: { product: 'INTERSTITIAL', uploadFiles: { ...picture, buffer: Buffer.alloc(0) } },
    })
    const { urls } = (await link.json()) as { urls: { uploadURL: string; filename: string }[] }
    const { pathname, search } = new URL(urls[0]?.uploadURL ?? '')
    const put = await this.#request.put(`${pathname}${search}`, {
      data: picture.buffer,
      headers: { 'Content-Type': picture.mimeType },
    })
    expect(put.status()).toBe(200)
    const ad = {
      campID,
      product: 'INTERSTITIAL',
      billingType: 'CPC',
      name,
      comment: 'by call',
      campType: 'AOS',
      url: 'https://moonjar.example/play',
      filenames: [urls[0]?.filename],
      minCost: 100,
      maxCost: 200,
      dayLimit: 100_000,
      budgetLimit: 100_000,
      countries: ['KR'],
      week: Array(7).fill(16_777_215),
      ...change,
    }
    await post(this.#request, 'ad/ad/add', ad, session)
    const list = await get<{ ads: { ProID: number }[] }>(this.#request, `ad/ad/?campID=${campID}`, session)
    return list.ads[0]?.ProID ?? 0
  }

  async start(proID: number): Promise<void> {
    await post(this.#request, 'ad/ad/start', { proID }, this.customer.session)
  }

  /** An ad as the server returns it. */
  async stored(proID: number): Promise<Record<string, unknown>> {
    const { ad } = await get<{ ad: Record<string, unknown> }>(
      this.#request,
      `ad/ad/get?proID=${proID}`,
      this.customer.session,
    )
    return ad
  }

  /** The newest ad of a campaign. */
  async newest(campID: number): Promise<{ ProID: number; Status: string }> {
    const path = `ad/ad/?campID=${campID}`
    const list = await get<{ ads: { ProID: number; Status: string }[] }>(
      this.#request,
      path,
      this.customer.session,
    )
    const [ad] = list.ads
    if (!ad) throw new Error(`Campaign ${campID} has no ad.`)
    return ad
  }
}

/** A new advertiser with cash, signed in in the browser. */
export async function makeAdvertiser(
  page: Page,
  request: APIRequestContext,
  cash = 1_000_000,
): Promise<Advertiser> {
  const customer = await makeCustomer(request, 'ADVERTISER')
  if (cash > 0) {
    const operator = await workerOperator(programUrl())
    await operator.ok(creditCash, {
      custID: customer.session.user.CustID,
      amount: cash,
      reason: 'browser test',
    })
  }
  await signInBrowser(page, customer)
  return new Advertiser(customer, request)
}

/** An image that fits a banner and an interstitial, padded to exactly this many bytes: readers ignore what follows its end. */
export async function image(name: string, bytes?: number): Promise<Upload> {
  const isPng = name.endsWith('.png')
  const picture = aPicture(640, 320)
  const drawn = await (isPng ? picture.png() : picture.jpeg()).toBuffer()
  const buffer = bytes === undefined ? drawn : Buffer.concat([drawn, Buffer.alloc(bytes - drawn.length)])
  return { name, mimeType: isPng ? 'image/png' : 'image/jpeg', buffer }
}

/** A small video of this length. */
export function video(name: string, seconds: number): Upload {
  const file = join(mkdtempSync(join(tmpdir(), 'voltline-video-')), name)
  const made = spawnSync('ffmpeg', [
    '-loglevel',
    'error',
    '-f',
    'lavfi',
    '-i',
    `testsrc=duration=${seconds}:size=160x90:rate=10`,
    '-pix_fmt',
    'yuv420p',
    file,
  ])
  if (made.status !== 0) throw new Error(`ffmpeg: ${made.stderr}`)
  const mimeType = name.endsWith('.mov') ? 'video/quicktime' : 'video/mp4'
  return { name, mimeType, buffer: readFileSync(file) }
}

/** Presses the wizard's Next and waits for the step of that name. */
export async function next(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Next: ${title}` }).click()
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
}

/** Presses a button of the dialog with this title; an overlay behind it may contain the same words. */
export async function answer(page: Page, title: string | RegExp, button = 'OK'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Changes what a screen sends, to test what the server refuses and the screen would not send. */
export async function sendInstead(page: Page, path: string, change: object): Promise<() => Promise<void>> {
  const pattern = `**/api/v1/${path}`
  await page.route(pattern, (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), ...change }) }),
  )
  return () => page.unroute(pattern)
}
