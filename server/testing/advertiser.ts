import { addAd, addCampaign, dayOn, listAds, listAllCampaigns, type Sent } from '@voltline/contract'
import { type AdId, after, assert, hour, type Instant, instant, type Micros } from '@voltline/kernel'
import { RollupAdditions, writeAdRollups } from '../src/domain/reports/rollup/write-rollups.ts'
import { announce, claim, type Folder, markStored } from '../src/platform/files/file.ts'
import type { CustomerClient, TestServer } from './test-server.ts'

const fileTypes = {
  image: 'image/png',
  poster: 'image/jpeg',
  icon: 'image/png',
  video: 'video/mp4',
  encoded: 'video/mp4',
} as const
export type MaterialFolder = Extract<Folder, keyof typeof fileTypes>

/** A stored file of a customer without its bytes, which only showing it would need. */
export async function giveFile(
  server: TestServer,
  owner: CustomerClient,
  file: {
    folder: MaterialFolder
    durationMs?: number
    width?: number
    height?: number
    madeFrom?: bigint
    isStored?: boolean
  },
): Promise<{ id: bigint; name: string }> {
  const { now } = server
  return server.db.transaction(async (tx) => {
    const announced = await announce(
      tx,
      {
        customerId: owner.id,
        folder: file.folder,
        contentType: fileTypes[file.folder],
        bytesMax: 1_000,
        isPrivate: false,
        originalName: 'test',
        ...(file.madeFrom === undefined ? {} : { madeFrom: file.madeFrom }),
      },
      { now, expiresAt: after(now, hour) },
    )
    if (file.isStored === false) return announced
    await claim(tx, announced.id)
    // Fits a banner and an interstitial.
    const { width = 640, height = 320, durationMs } = file
    const stored = { bytes: 10, sha256: Buffer.alloc(32), width, height, durationMs }
    await markStored(tx, announced.id, stored, now)
    return announced
  })
}

/** Creates a campaign through its call and returns its id. */
export async function giveCampaign(
  client: CustomerClient,
  campaign: Partial<Sent<typeof addCampaign>> = {},
): Promise<number> {
  await client.ok(addCampaign, {
    name: 'Campaign',
    campType: 'AOS',
    budget: 1_000_000,
    defaultURL_AOS: 'https://example.com/app',
    defaultURL_iOS: campaign.campType === 'IOS' ? 'https://example.com/app' : '',
    defaultCountry: ['KR'],
    ...campaign,
  })
  const { campaigns } = await client.ok(listAllCampaigns, {})
  const [newest] = campaigns
  assert(newest, 'the new campaign is listed')
  return newest.CampID
}

/** The input of a valid ad, except for its file. */
export const adDraft = (campID: number, filenames: string[]): Sent<typeof addAd> => ({
  campID,
  product: 'BANNER',
  billingType: 'CPM',
  name: 'Ad',
  campType: 'AOS',
  url: 'https://example.com/app',
  filenames,
  minCost: 1_000,
  maxCost: 2_000,
  dayLimit: 1_000_000,
  budgetLimit: 1_000_000,
  countries: ['KR'],
  week: Array.from({ length: 7 }, () => dayOn),
})

/** Creates an ad through its call and returns its id. */
export async function giveAd(
  server: TestServer,
  client: CustomerClient,
  ad: Partial<Sent<typeof addAd>> = {},
): Promise<number> {
  const campID = ad.campID ?? (await giveCampaign(client))
  const filenames = ad.filenames ?? [(await giveFile(server, client, { folder: 'image' })).name]
  await client.ok(addAd, { ...adDraft(campID, filenames), ...ad })
  const { ads } = await client.ok(listAds, { campID: String(campID) })
  const [newest] = ads
  assert(newest, 'the new ad is listed')
  return newest.ProID
}

/** Traffic of an ad as billing writes it into the rollups. */
export async function giveTraffic(
  server: TestServer,
  proID: number,
  traffic: { at: Instant | string; impressions?: number; clicks?: number; cost?: Micros; country?: string },
): Promise<void> {
  const at = typeof traffic.at === 'string' ? instant(Date.parse(traffic.at)) : traffic.at
  const when = { receivedAt: at, country: traffic.country ?? '' }
  const additions = new RollupAdditions<AdId>()
  const id = proID as AdId
  for (let count = 0; count < (traffic.impressions ?? 0); count++) additions.count(id, when, 'impressions')
  for (let count = 0; count < (traffic.clicks ?? 0); count++) additions.count(id, when, 'clicks')
  if (traffic.cost) additions.pay(id, when, traffic.cost)
  await server.db.transaction((tx) => writeAdRollups(tx, additions))
}
