import {
  addAd,
  addApp,
  addCampaign,
  addMedium,
  answerPayout,
  approveApp,
  changeTimezone,
  creditCash,
  dayOn,
  issueKey,
  modifyAccount,
  modifyAd,
  type Product,
  requestApiKey,
  requestRevenue,
  type Sent,
  startAd,
  stopAd,
} from '@voltline/contract'
import { after, assert, type CustomerId, type Zone } from '@voltline/kernel'
import { insertCustomer } from '../../../server/src/domain/account/customer-store.ts'
import { sql } from '../../../server/src/platform/database/sql.ts'
import { announce, claim, markStored } from '../../../server/src/platform/files/file.ts'
import { SpendingDays } from '../model/days.ts'
import { type ModelAd, oneEvent } from '../model/model.ts'
import type { World } from './world.ts'

const zones = [
  'Asia/Seoul',
  'UTC',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Africa/Casablanca',
]
export const anyZone = (world: World): string => world.random.pick(zones)

const budgetMin = 100_000
const wholeHour = 3_600_000
/** Products and billing types that belong together. */
const offered = [
  ['BANNER', 'CPM'],
  ['BANNER', 'nCPI'],
  ['INTERSTITIAL', 'CPC'],
  ['INTERSTITIAL', 'nCPA'],
  ['VIDEO', 'CPV'],
] as const satisfies [Product, string][]
export const videoMs = 6_000

const fileTypes = {
  image: 'image/png',
  encoded: 'video/mp4',
  bankbook: 'image/png',
  certificate: 'image/png',
} as const
/** Of a picture 640 pixels wide. */
const heightOf = (product: string) => (product === 'BANNER' ? 100 : 960)
const folderOf = (product: string) => (product === 'VIDEO' ? 'encoded' : 'image')

const customer = (id: number): { customerId: CustomerId } => ({ customerId: id as CustomerId })
/** The secret with which an advertiser signs postbacks. */
export const postbackSecret = (advertiser: number): string => `postback secret of ${advertiser}`

/** Advertisers, publishers and operators: what they do in the consoles, and the same in the model. */
export class People {
  readonly #world: World
  #credits = 0
  /** Refusals that the model did not predict. */
  readonly wrong: string[] = []

  constructor(world: World) {
    this.#world = world
  }

  async settle(): Promise<void> {
    for (let count = this.#world.random.whole(1, 2); count > 0; count--) await this.#addAdvertiser()
    await this.#addPublisher()
  }

  async #insert(type: 'ADVERTISER' | 'PUBLISHER', zone: string): Promise<number> {
    const { db, clock, secrets } = this.#world
    return db.transaction(async (tx) => {
      const id = await insertCustomer(
        tx,
        {
          ...{ type, email: `${this.#world.random.uuid()}@company.test`, passwordHash: '' },
          ...{ firstName: 'Mina', lastName: 'Kim', company: 'Company', zone: zone as Zone },
          postbackSecret: Buffer.alloc(1),
        },
        clock.now(),
      )
      const sealed = secrets.seal('postback-secret', postbackSecret(id))
      await tx.run(sql`update customer set postback_secret = ${sealed} where customer_id = ${id}`)
      return id
    })
  }

  async #addAdvertiser(): Promise<void> {
    const world = this.#world
    const zone = anyZone(world)
    const id = await this.#insert('ADVERTISER', zone)
    world.advertisers.push(id)
    world.zoneOf.set(id, zone)
    world.model.zones.set(id, new SpendingDays(zone, world.now))
    await this.credit(id, world.random.whole(20_000, 400_000))
    const campaign = await this.#addCampaign(id)
    for (let ads = world.random.whole(2, 3); ads > 0; ads--) await this.addAd(id, campaign)
  }

  async #addCampaign(advertiser: number): Promise<number> {
    const { consoles, random, model } = this.#world
    const budget = random.pick([budgetMin, 150_000, 400_000])
    const url = 'https://shop.example/app'
    const { error } = await consoles.call(customer(advertiser), addCampaign, {
      ...{ name: 'Campaign', campType: 'AOS', budget, defaultURL_AOS: url, defaultCountry: ['KR'] },
    })
    assert(error === 'SUCCESS', `a campaign is added, not ${error}`)
    const id = await this.#world.id(sql<{ id: number }>`select max(campaign_id) as id from campaign`)
    model.campaigns.set(id, { id, budget: BigInt(budget) * 1_000_000n, spent: 0n })
    return id
  }

  /** A stored file without its bytes. */
  async #file(owner: number, folder: keyof typeof fileTypes, pictureHeight = 100): Promise<string> {
    const { db, clock } = this.#world
    return db.transaction(async (tx) => {
      const now = clock.now()
      const announced = await announce(
        tx,
        {
          ...{ customerId: owner as CustomerId, folder, contentType: fileTypes[folder], bytesMax: 1_000 },
          ...{ isPrivate: folder === 'bankbook' || folder === 'certificate', originalName: 'file' },
        },
        { now, expiresAt: after(now, wholeHour) },
      )
      await claim(tx, announced.id)
      const durationMs = folder === 'encoded' ? videoMs : undefined
      const sides = folder === 'image' ? { width: 640, height: pictureHeight } : {}
      await markStored(tx, announced.id, { bytes: 10, sha256: Buffer.alloc(32), durationMs, ...sides }, now)
      return announced.name
    })
  }

  #draft(
    ad: Pick<ModelAd, 'minCost' | 'maxCost'>,
    won: { dayLimit: number; budgetLimit: number },
    file: string,
  ) {
    return {
      ...{ campType: 'AOS', url: 'https://shop.example/app', filenames: [file], countries: ['KR'] },
      ...{ minCost: ad.minCost, maxCost: ad.maxCost, ...won },
      week: Array.from({ length: 7 }, () => dayOn),
    } satisfies Partial<Sent<typeof addAd>>
  }

  /** Bids that reach the limits within a few events; often exactly. */
  #bids(billingType: string): Pick<ModelAd, 'minCost' | 'maxCost'> {
    const { random } = this.#world
    const minCost =
      billingType === 'CPM' ? random.whole(20_000, 90_000) : random.pick([20_000, 25_000, 33_331, 50_000])
    return { minCost, maxCost: Math.min(100_000, minCost + random.pick([0, 0, 1_234, 7_000])) }
  }

  #limit(campaignId: number): number {
    const budget = this.#world.model.campaigns.get(campaignId)?.budget ?? 0n
    return this.#world.random.chance(0.7) ? budgetMin : Number(budget / 1_000_000n)
  }

  async addAd(advertiser: number, campaignId: number): Promise<void> {
    const { random, consoles, model } = this.#world
    const [product, billingType] = random.pick(offered)
    const bids = this.#bids(billingType)
    const limits = { dayLimit: this.#limit(campaignId), budgetLimit: this.#limit(campaignId) }
    const { error, body } = await consoles.call(customer(advertiser), addAd, {
      ...{ campID: campaignId, product, billingType, name: 'Ad' },
      ...this.#draft(bids, limits, await this.#file(advertiser, folderOf(product), heightOf(product))),
    })
    assert(error === 'SUCCESS', `an ad is added, not ${JSON.stringify(body)}`)
    const id = await this.#world.id(sql<{ id: number }>`select max(ad_id) as id from ad`)
    const ad: ModelAd = {
      ...{ id, campaignId, advertiser, product, billingType, ...bids, status: 'FIRST' },
      dayLimit: BigInt(limits.dayLimit) * 1_000_000n,
      adLimit: BigInt(limits.budgetLimit) * 1_000_000n,
      ...{ spent: 0n, impressions: 0, clicks: 0, billable: 0, billed: 0 },
    }
    model.ads.set(id, ad)
    await this.start(ad)
  }

  /** Which refusal of several applies is the consoles' own test. */
  async start(ad: ModelAd): Promise<void> {
    const { consoles, model } = this.#world
    const { error } = await consoles.call(customer(ad.advertiser), startAd, { proID: ad.id })
    const isStopped = ad.status === 'FIRST' || ad.status === 'WAITING'
    const expected = isStopped && model.canStart(ad, this.#world.now)
    if ((error === 'SUCCESS') !== expected) this.wrong.push(`ad ${ad.id}: start answered ${error}`)
    if (error === 'SUCCESS') ad.status = 'INPROGRESS'
  }

  async stop(ad: ModelAd): Promise<void> {
    const { error } = await this.#world.consoles.call(customer(ad.advertiser), stopAd, { proID: ad.id })
    const expected = ad.status === 'INPROGRESS' ? 'SUCCESS' : 'CANNOT_STOP'
    if (error !== expected) this.wrong.push(`ad ${ad.id}: stop answered ${error}`)
    if (error === 'SUCCESS') ad.status = 'WAITING'
  }

  async edit(ad: ModelAd): Promise<void> {
    const { random, consoles } = this.#world
    if (ad.status === 'INPROGRESS' && random.chance(0.8)) await this.stop(ad)
    const limits = { dayLimit: this.#limit(ad.campaignId), budgetLimit: this.#limit(ad.campaignId) }
    const bids = random.chance(0.3) ? this.#bids(ad.billingType) : ad
    const file = await this.#file(ad.advertiser, folderOf(ad.product), heightOf(ad.product))
    const draft = { proID: ad.id, ...this.#draft(bids, limits, file) }
    const { error } = await consoles.call(customer(ad.advertiser), modifyAd, draft)
    const refusals: Record<string, string> = { COMPLETE: 'CANNOT_EDIT', INPROGRESS: 'MUSTBE_STOPPED' }
    if (error !== (refusals[ad.status] ?? 'SUCCESS')) this.wrong.push(`ad ${ad.id}: edit answered ${error}`)
    if (error === 'SUCCESS') {
      ad.dayLimit = BigInt(limits.dayLimit) * 1_000_000n
      ad.adLimit = BigInt(limits.budgetLimit) * 1_000_000n
      ad.minCost = bids.minCost
      ad.maxCost = bids.maxCost
    }
    if (ad.status !== 'INPROGRESS' && random.chance(0.8)) await this.start(ad)
  }

  /** Sometimes sent twice, as after a lost answer. */
  async credit(advertiser: number, won: number): Promise<void> {
    const { consoles, operator, random, model } = this.#world
    this.#credits += 1
    const headers = { 'idempotency-key': `credit ${this.#credits}`.replace(' ', '-') }
    for (let sent = random.chance(0.3) ? 2 : 1; sent > 0; sent--) {
      const input = { custID: advertiser, amount: won, reason: 'a transfer came' }
      const { error } = await consoles.call(operator, creditCash, input, headers)
      if (error !== 'SUCCESS') this.wrong.push(`a credit answered ${error}`)
    }
    model.move('OUTSIDE', -BigInt(won) * 1_000_000n)
    model.move(`CASH/${advertiser}`, BigInt(won) * 1_000_000n)
  }

  async changeZone(advertiser: number, zone: string): Promise<void> {
    const world = this.#world
    const { error } = await world.consoles.call(customer(advertiser), changeTimezone, { timezone: zone })
    if (error !== 'SUCCESS') this.wrong.push(`a change of the zone answered ${error}`)
    if (world.zoneOf.get(advertiser) === zone) return
    world.model.zones.get(advertiser)?.change(zone, world.now)
    world.zoneOf.set(advertiser, zone)
  }

  async #addPublisher(): Promise<void> {
    const world = this.#world
    const id = await this.#insert('PUBLISHER', anyZone(world))
    world.publishers.push(id)
    if (world.random.chance(0.9)) await this.#addAccount(id)
    for (let apps = world.random.whole(1, 2); apps > 0; apps--) await this.#addApp(id)
  }

  async #addAccount(publisher: number): Promise<void> {
    const { consoles, payouts } = this.#world
    const { error } = await consoles.call(customer(publisher), modifyAccount, {
      ...{ name: 'Kim', bank: 'Bank', number: '123', countryCode: 'KR', mobileNumber: '1' },
      bankBook: await this.#file(publisher, 'bankbook'),
      certificate: await this.#file(publisher, 'certificate'),
    })
    assert(error === 'SUCCESS', `a payout account is added, not ${error}`)
    payouts.withAccount.add(publisher)
  }

  async #addApp(publisher: number): Promise<void> {
    const { consoles, random, model, operator, keys, secrets } = this.#world
    const storeURL = `https://play.google.com/store/apps/details?id=com.a${random.uuid().slice(0, 8)}`
    const done = async (reply: Promise<{ error: string; body: unknown }>) => {
      const { error, body } = await reply
      assert(error === 'SUCCESS', `an app is set up, not ${JSON.stringify(body)}`)
    }
    await done(consoles.call(customer(publisher), addApp, { name: 'App', platform: 'AOS', storeURL }))
    const appID = await this.#world.id(sql<{ id: number }>`select max(app_id) as id from app`)
    model.apps.set(appID, { publisher })
    await done(consoles.call(operator, approveApp, { appID, approval: true }))
    await done(consoles.call(customer(publisher), requestApiKey, { appID }))
    await done(consoles.call(operator, issueKey, { appID }))
    const [row] = await this.#world.rows(
      sql<{ api_key: Buffer }>`select api_key from app where app_id = ${appID}`,
    )
    assert(row, 'the app has a key')
    keys.set(appID, secrets.open('api-key', row.api_key))
    for (const product of ['BANNER', 'INTERSTITIAL', 'VIDEO'] as const) {
      const rewarded = product === 'BANNER' ? { reward: '', rewards: 0 } : { reward: 'coin', rewards: 3 }
      await done(consoles.call(customer(publisher), addMedium, { appID, name: 'Unit', product, ...rewarded }))
      const mediumId = await this.#world.id(sql<{ id: number }>`select max(medium_id) as id from medium`)
      model.media.set(mediumId, { appId: appID, product })
    }
  }

  /** Of the payable amount, or more than it. */
  async applyForPayout(): Promise<void> {
    const { random, consoles, payouts, now } = this.#world
    const publisher = random.pick(this.#world.publishers)
    const payableWon = Number(payouts.payable(publisher) / 1_000_000n)
    const amount = random.pick([payableWon, payableWon, payableWon + 1, Math.floor(payableWon / 2), 49])
    const won = Math.max(1, amount)
    await consoles.confirmPassword(customer(publisher))
    const expected = payouts.expect(publisher, BigInt(won), now)
    const { error } = await consoles.call(customer(publisher), requestRevenue, { num: won })
    if (error !== expected) this.wrong.push(`an application for ${won} answered ${error}, not ${expected}`)
    if (error !== 'SUCCESS') return
    const id = await this.#world.id(
      sql<{ id: number }>`select max(request_id)::int as id from payout_request`,
    )
    payouts.apply(id, publisher, BigInt(won), now)
  }

  async answerPayout(): Promise<void> {
    const { random, consoles, operator, payouts } = this.#world
    if (payouts.requests.length === 0) return
    const request = random.pick(payouts.requests)
    const status = random.pick(['COMPLETE', 'HOLD', 'WAITING'] as const)
    const input = { requestID: request.id, status, reason: 'a reason' }
    const { error } = await consoles.call(operator, answerPayout, input)
    const expected = payouts.decide(request, status)
    if (error !== expected) this.wrong.push(`an answer to a payout was ${error}, not ${expected}`)
  }

  /** The lowest price of one event, and the highest. */
  static prices(ad: Pick<ModelAd, 'billingType' | 'minCost' | 'maxCost'>): [bigint, bigint] {
    return [oneEvent(ad), oneEvent({ ...ad, minCost: ad.maxCost })]
  }
}
