import { type CampaignType, dayOn, type PricingModel, type Product } from '@voltline/contract'
import { type AdId, type CustomerId, type Instant, utcDay, won } from '@voltline/kernel'
import { createBilling } from '../billing/billing.ts'
import { type Playground, readPlayground } from '../domain/auction/playground-store.ts'
import { insertEvents } from '../domain/events/postgres-event-log.ts'
import { cashOf, outside } from '../domain/ledger/account.ts'
import { post } from '../domain/ledger/ledger.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { at, sql } from '../platform/database/sql.ts'
import { hashPassword } from '../platform/passwords.ts'
import { addCustomer, type DemoAccount, demoPassword, players, playground } from './accounts.ts'
import { type AddedApp, addApp, playgroundApp } from './apps.ts'
import { type Materials, makeMaterials, plainFilm } from './materials.ts'
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
  /** The hours in which it runs, every day. */
  hours?: readonly number[]
  adult?: boolean
  stopped?: boolean
  /** Reached at the start: as many billable events as fit into it have happened today. */
  dayLimit?: number
}

const night = [3, 4]
const inKorea = { countries: ['KR'] }
const inJapan = { countries: ['JP'] }

/**
 * At the rates of new ads: who wins in Korea is second to nobody by much, so a few visitors change who does. Each
 * product has ads that do not bid, each for another reason.
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
  { product: 'VIDEO', billingType: 'CPV', brand: 'ramen', by: 'ramen', bids: [18, 18], dayLimit: 54 },
  { product: 'VIDEO', billingType: 'CPV', brand: 'kyoto', by: 'kyoto', bids: [9, 15], ...inJapan },
  { product: 'VIDEO', billingType: 'CPV', brand: 'lantern', by: 'moonjar', bids: [8, 12], stopped: true },
]

const films: Partial<Record<BrandName, string>> = {
  ...{ roof: 'film-roof.mp4', orchard: 'film-orchard.mp4', harbor: 'film-harbor.mp4' },
  ...{ coffee: 'film-coffee.mp4', ramen: 'film-ramen.mp4', kyoto: 'film-kyoto.mp4' },
}
const filmSize = { width: 360, height: 640 }

const creditWon = 60_000_000
/** Less than one of its installs costs: this advertiser's cash is gone. */
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

/** One campaign for each brand of an advertiser, with the ads of that brand. */
async function addBrand(
  services: DemoServices,
  own: { brand: BrandName; owner: CustomerId; ads: readonly PlaygroundAd[]; at: Instant },
): Promise<Map<PlaygroundAd, AdId>> {
  const { db, files } = services
  const { brand, owner } = own
  const file = films[brand]
  const materials = await makeMaterials(
    { db, ...files },
    {
      ...{ owner, now: own.at, draw: (size) => drawBrand(brands[brand], size) },
      film: file ? { file, ...filmSize } : plainFilm,
    },
  )
  return db.transaction(async (tx) => {
    const moment = at(own.at)
    const { title } = brands[brand]
    const url = `https://${title.toLowerCase().replaceAll(' ', '-')}.example/get?click_id={click_id}`
    const type: CampaignType = 'AOS'
    const campaignId = await tx.one(
      (row) => row.campaign_id as number,
      sql`
      insert into campaign (customer_id, name, camp_type, budget_micros, url_ios, url_aos, countries, registered_at,
                            updated_at)
      values (${owner}, ${title}, ${type}, ${won(budgetWon)}, '', ${url}, ${['Global']}, ${moment}, ${moment})
      returning campaign_id`,
    )
    const added = new Map<PlaygroundAd, AdId>()
    for (const ad of own.ads)
      added.set(ad, await addAd(tx, ad, { campaignId, owner, url, type, materials, moment }))
    return added
  })
}

function addAd(
  tx: Tx,
  ad: PlaygroundAd,
  placement: {
    campaignId: number
    owner: CustomerId
    url: string
    type: CampaignType
    materials: Materials
    moment: Date
  },
): Promise<AdId> {
  const mask = ad.hours ? ad.hours.reduce((sum, one) => sum + 2 ** one, 0) : dayOn
  const week = Array.from({ length: 7 }, () => mask)
  const [min, max] = ad.bids
  const length = ad.product === 'VIDEO' ? 6 : 0
  return tx.one(
    (row) => row.ad_id as AdId,
    sql`
    insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, url_ios, url_aos, materials,
                    countries, adult, week, day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, video_length,
                    status, registered_at, updated_at)
    values (${placement.campaignId}, ${placement.owner}, ${ad.product}, ${ad.billingType}, ${brands[ad.brand].title},
            ${placement.type}, '', ${placement.url}, ${placement.materials[ad.product]}, ${ad.countries ?? ['Global']},
            ${ad.adult ?? false}, ${week}, ${won(ad.dayLimit ?? budgetWon)}, ${won(budgetWon)}, ${min}, ${max},
            ${length}, ${ad.stopped ? 'WAITING' : 'INPROGRESS'}, ${placement.moment}, ${placement.moment})
    returning ad_id`,
  )
}

/** Today's watches of the ads whose day limit is reached, billed as any others. */
async function reachDayLimits(services: DemoServices, app: AddedApp, added: ReadonlyMap<PlaygroundAd, AdId>) {
  const { db, clock, log, settings } = services
  const now = clock.now()
  const events = [...added].flatMap(([ad, adId]) => {
    const count = Math.floor((ad.dayLimit ?? 0) / ad.bids[1])
    const medium = app.media.find((one) => one.product === ad.product)
    if (!medium) return []
    return Array.from({ length: count }, (_, number) => {
      const offer = {
        ...{ issueDay: utcDay(now), adId, mediumId: medium.id, priceMicros: won(ad.bids[1]) },
        ...{ offerId: `00000000-0000-4000-8000-${String(adId * 1_000 + number).padStart(12, '0')}` },
        ...{ deviceId: `playground-${number}`, receivedAt: now },
      }
      return (['IMPRESSION', 'WATCH'] as const).map((action) => ({ ...offer, action }))
    }).flat()
  })
  await db.transaction((tx) => insertEvents(tx, events))
  const billing = createBilling({ db, clock, log, settings })
  try {
    await billing.drain()
  } finally {
    await billing.stop()
  }
}

/** The playground's publisher with its app, and advertisers whose ads only its visitors see. */
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
  await reachDayLimits(services, cast.app, added)
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
