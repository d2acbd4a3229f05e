import { dayOn, type PricingModel, type Product } from '@voltline/contract'
import { type AdId, type CustomerId, type Instant, utcDay, won } from '@voltline/kernel'
import { createBilling } from '../billing/billing.ts'
import { type Playground, readPlayground } from '../domain/auction/playground-store.ts'
import { insertCampaign } from '../domain/campaign/store.ts'
import { cashOf, outside } from '../domain/ledger/account.ts'
import { post } from '../domain/ledger/ledger.ts'
import type { Database } from '../platform/database/database.ts'
import { hashPassword } from '../platform/passwords/passwords.ts'
import { addCustomer, type DemoAccount, demoPassword, players, playground } from './accounts.ts'
import { addAd } from './ads.ts'
import { type AddedApp, addApp, playgroundApp } from './apps.ts'
import { withEventLog } from './history.ts'
import { makeMaterials, plainVideo } from './materials.ts'
import { brands, drawBrand } from './pictures.ts'
import type { DemoServices } from './seed.ts'

type Player = keyof typeof players
type BrandName = keyof typeof brands

interface PlaygroundAd {
  product: Product
  billingType: PricingModel
  brand: BrandName
  by: Player
  /** Whole won; per 1,000 impressions for CPM. */
  bids: readonly [min: number, max: number]
  countries?: readonly string[]
  /** The hours of the day in which it runs. */
  hours?: readonly number[]
  adult?: boolean
  stopped?: boolean
  /** Already reached: as many billable events as it allows have been billed today. */
  dayLimitWon?: number
}

const night = [3, 4]
const inKorea = { countries: ['KR'] }
const inJapan = { countries: ['JP'] }

/**
 * At the rates of new ads the best bids in Korea are close, so a few visitors change the winner. Each product also has
 * ads that do not bid, each for a different reason.
 */
const ads: readonly PlaygroundAd[] = [
  { product: 'BANNER', billingType: 'CPM', brand: 'hanok', by: 'moonjar', bids: [2_000, 4_800], ...inKorea },
  { product: 'BANNER', billingType: 'nCPI', brand: 'orchard', by: 'orchard', bids: [900, 2_100] },
  { product: 'BANNER', billingType: 'CPM', brand: 'harbor', by: 'harbor', bids: [1_500, 3_600] },
  { product: 'BANNER', billingType: 'CPM', brand: 'coffee', by: 'bean', bids: [2_000, 4_000], hours: night },
  { product: 'BANNER', billingType: 'nCPI', brand: 'pitcher', by: 'pitcher', bids: [1_000, 2_600] },
  { product: 'BANNER', billingType: 'CPM', brand: 'kyoto', by: 'kyoto', bids: [2_000, 5_200], ...inJapan },
  {
    ...{
      product: 'INTERSTITIAL',
      billingType: 'nCPI',
      brand: 'orchard',
      by: 'orchard',
      bids: [1_500, 3_900],
    },
    ...inKorea,
  },
  { product: 'INTERSTITIAL', billingType: 'CPC', brand: 'lantern', by: 'moonjar', bids: [160, 370] },
  { product: 'INTERSTITIAL', billingType: 'CPC', brand: 'harbor', by: 'harbor', bids: [120, 290] },
  {
    ...{ product: 'INTERSTITIAL', billingType: 'CPC', brand: 'kyoto', by: 'kyoto', bids: [200, 410] },
    ...inJapan,
  },
  {
    ...{ product: 'INTERSTITIAL', billingType: 'CPC', brand: 'dark', by: 'dark', bids: [200, 600] },
    adult: true,
  },
  { product: 'INTERSTITIAL', billingType: 'nCPI', brand: 'pitcher', by: 'pitcher', bids: [2_000, 4_500] },
  { product: 'VIDEO', billingType: 'CPV', brand: 'roof', by: 'moonjar', bids: [8, 14] },
  { product: 'VIDEO', billingType: 'nCPI', brand: 'orchard', by: 'orchard', bids: [1_200, 3_000] },
  { product: 'VIDEO', billingType: 'CPV', brand: 'harbor', by: 'harbor', bids: [5, 9] },
  { product: 'VIDEO', billingType: 'CPV', brand: 'coffee', by: 'bean', bids: [6, 11], hours: night },
  { product: 'VIDEO', billingType: 'CPV', brand: 'ramen', by: 'ramen', bids: [18, 18], dayLimitWon: 54 },
  { product: 'VIDEO', billingType: 'CPV', brand: 'kyoto', by: 'kyoto', bids: [9, 15], ...inJapan },
  { product: 'VIDEO', billingType: 'CPV', brand: 'lantern', by: 'moonjar', bids: [8, 12], stopped: true },
]

const videos: Partial<Record<BrandName, string>> = {
  ...{ roof: 'film-roof.mp4', orchard: 'film-orchard.mp4', harbor: 'film-harbor.mp4' },
  ...{ coffee: 'film-coffee.mp4', ramen: 'film-ramen.mp4', kyoto: 'film-kyoto.mp4' },
}
const videoSize = { width: 360, height: 640 }

const creditWon = 60_000_000
/** Less than the price of one install, so that this advertiser has run out of cash. */
const lastCashWon: Partial<Record<Player, number>> = { pitcher: 120 }
const budgetWon = 500_000_000

interface Cast {
  publisher: CustomerId
  advertisers: Map<Player, CustomerId>
  app: AddedApp
}

async function addCast(services: DemoServices, startsAt: Instant): Promise<Cast> {
  const passwordHash = await hashPassword(demoPassword)
  return services.db.transaction(async (tx) => {
    const { secrets } = services
    const add = (account: DemoAccount) => addCustomer(tx, account, { secrets, passwordHash, at: startsAt })
    const publisher = await add(playground)
    const advertisers = new Map<Player, CustomerId>()
    for (const [player, account] of Object.entries(players) as [Player, DemoAccount][]) {
      const id = await add(account)
      advertisers.set(player, id)
      const cash = won(lastCashWon[player] ?? creditWon)
      await post(tx, [
        {
          ...{ key: `demo-credit/${id}`, kind: 'CREDIT', from: outside, at: startsAt, reason: 'Demo data' },
          to: [[cashOf(id), cash]],
        },
      ])
    }
    const app = await addApp(tx, playgroundApp, { owner: publisher, secrets, at: startsAt })
    return { publisher, advertisers, app }
  })
}

/** Adds a campaign with the ads of one brand. */
async function addBrand(
  services: DemoServices,
  own: { brand: BrandName; owner: CustomerId; ads: readonly PlaygroundAd[]; at: Instant },
): Promise<Map<PlaygroundAd, AdId>> {
  const { db, files } = services
  const { brand, owner } = own
  const file = videos[brand]
  const materials = await makeMaterials(
    { db, ...files },
    {
      ...{ owner, now: own.at, draw: (size) => drawBrand(brands[brand], size) },
      video: file ? { file, ...videoSize } : plainVideo,
    },
  )
  const { title } = brands[brand]
  const url = `https://${title.toLowerCase().replaceAll(' ', '-')}.example/get?click_id={click_id}`
  const urls = { ios: '', aos: url }
  return db.transaction(async (tx) => {
    const campaignId = await insertCampaign(
      tx,
      owner,
      {
        ...{ name: title, type: 'AOS', urls, budgetMicros: won(budgetWon), countries: ['Global'] },
        ...{ comment: '', defaultTime: '' },
      },
      own.at,
    )
    const added = new Map<PlaygroundAd, AdId>()
    for (const ad of own.ads) {
      const placement = { owner, campaignId, name: title, urls, materials, platform: 'AOS' } as const
      added.set(ad, await addAd(tx, { ...placement, ...termsOf(ad) }, own.at))
    }
    return added
  })
}

function termsOf(ad: PlaygroundAd) {
  const mask = ad.hours ? ad.hours.reduce((sum, hour) => sum + 2 ** hour, 0) : dayOn
  const [minCostWon, maxCostWon] = ad.bids
  return {
    product: ad.product,
    billingType: ad.billingType,
    countries: ad.countries ?? ['Global'],
    adult: ad.adult ?? false,
    week: Array.from({ length: 7 }, () => mask),
    dayLimitWon: ad.dayLimitWon ?? budgetWon,
    budgetLimitWon: budgetWon,
    minCostWon,
    maxCostWon,
    status: ad.stopped ? 'WAITING' : 'INPROGRESS',
  } as const
}

/** Bills today's watches of the ads whose day limit is to be reached. */
async function reachDayLimits(
  services: DemoServices,
  { app, advertisers }: { app: AddedApp; advertisers: ReadonlyMap<Player, CustomerId> },
  added: ReadonlyMap<PlaygroundAd, AdId>,
) {
  const { db, clock, log, settings } = services
  const now = clock.now()
  const events = [...added].flatMap(([ad, adId]) => {
    const count = Math.floor((ad.dayLimitWon ?? 0) / ad.bids[1])
    const medium = app.media.find((unit) => unit.product === ad.product)
    const advertiserId = advertisers.get(ad.by)
    if (!medium || advertiserId === undefined) return []
    return Array.from({ length: count }, (_, number) => {
      const offer = {
        ...{ issueDay: utcDay(now), adId, advertiserId, mediumId: medium.id, priceMicros: won(ad.bids[1]) },
        ...{ offerId: `00000000-0000-4000-8000-${String(adId * 1_000 + number).padStart(12, '0')}` },
        ...{ deviceId: `playground-${number}`, receivedAt: now },
      }
      return (['IMPRESSION', 'WATCH'] as const).map((action) => ({ ...offer, action }))
    }).flat()
  })
  await withEventLog(services, async ({ log: eventLog, reader: eventReader }) => {
    await eventLog.append(events)
    const billing = createBilling({ db, eventReader, clock, log, settings })
    try {
      await billing.drain()
    } finally {
      await billing.stop()
    }
  })
}

/** Adds the playground's publisher with its app, and its advertisers with their ads. */
export async function addPlayground(services: DemoServices, startsAt: Instant): Promise<void> {
  const cast = await addCast(services, startsAt)
  const added = new Map<PlaygroundAd, AdId>()
  const groups = Map.groupBy(ads, (ad) => ad.brand)
  for (const [brand, own] of groups) {
    const owner = cast.advertisers.get(own[0]?.by ?? 'moonjar')
    if (owner === undefined) continue
    for (const [ad, id] of await addBrand(services, { brand, owner, ads: own, at: startsAt }))
      added.set(ad, id)
  }
  await reachDayLimits(services, cast, added)
}

/** Undefined in a database without demo data. */
export const findPlayground = (db: Database): Promise<Playground | undefined> =>
  db.read((session) =>
    readPlayground(session, {
      publisherEmail: playground.email,
      storeUrl: playgroundApp.storeUrl,
      emails: [playground, ...Object.values(players)].map((account) => account.email),
    }),
  )
