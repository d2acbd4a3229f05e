import {
  addDays,
  addMonths,
  type Clock,
  type CustomerId,
  type Day,
  daysBetween,
  floorWon,
  type Instant,
  instant,
  localDay,
  type Millionths,
  monthOf,
  noMoney,
  type OperatorId,
  type PayoutRequestId,
  seoul,
  startOfDay,
  utcDay,
  won,
} from '@voltline/kernel'
import { cashOf, outside, reservedOf, revenueOf } from '../domain/ledger/account.ts'
import { post } from '../domain/ledger/ledger.ts'
import { saveDecision } from '../domain/payout/desk-store.ts'
import { payableRevenue } from '../domain/payout/payable.ts'
import { findAccount, insertRequest, saveAccount } from '../domain/payout/store.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { readSetting, saveSetting } from '../platform/database/setting.ts'
import type { Files } from '../platform/files/open.ts'
import type { Log } from '../platform/log.ts'
import { hashPassword } from '../platform/passwords/passwords.ts'
import type { Secrets } from '../platform/secrets.ts'
import {
  addCustomer,
  addOperator,
  advertiser,
  type DemoAccount,
  demoPassword,
  publisher,
  rivals,
} from './accounts.ts'
import { stopAds } from './ads.ts'
import { type AddedApp, addApp, publisherApps } from './apps.ts'
import { type AddedCampaign, addCampaign, advertiserCampaigns, rivalCampaigns } from './campaigns.ts'
import { makeHistory, withEventLog, withHistoryPartition } from './history.ts'
import { drawSky, makeMaterials, makePayoutDocuments, plainVideo } from './materials.ts'
import type { Size } from './pictures.ts'
import { addPlayground } from './playground.ts'
import { Random } from './random.ts'
import { clear, isInUse } from './store.ts'

const historyDaysDefault = 200
/** Days whose events stay in the log, because installs may still follow their clicks. */
const keptDays = 9
const stoppedDaysAgo = 45
const creditWon = 60_000_000

export interface DemoServices {
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
  files: Files
  settings: { networkShare: Millionths; eventPartitions: number }
  /** Defaults to 200; tests use fewer. */
  historyDays?: number
  /** Called before demo data is made. */
  onMaking?: () => void
}

interface Cast {
  operator: OperatorId
  advertiser: CustomerId
  publisher: CustomerId
  rivals: CustomerId[]
}

const stateKey = 'demo'
const lockKey = 7_305_811_131

const readState = (db: Database): Promise<unknown> => db.read((session) => readSetting(session, stateKey))

const saveState = (db: Database, state: 'making' | 'ready', now: Instant): Promise<number> =>
  db.transaction((tx) => saveSetting(tx, stateKey, state, now))

async function addCast(services: DemoServices, startsAt: Instant): Promise<Cast> {
  const passwordHash = await hashPassword(demoPassword)
  return services.db.transaction(async (tx) => {
    const add = (account: DemoAccount) =>
      addCustomer(tx, account, { secrets: services.secrets, passwordHash, at: startsAt })
    const cast: Cast = {
      operator: await addOperator(tx, passwordHash, startsAt),
      advertiser: await add(advertiser),
      publisher: await add(publisher),
      rivals: [],
    }
    for (const rival of rivals) cast.rivals.push(await add(rival))
    for (const id of [cast.advertiser, ...cast.rivals]) {
      await post(tx, [
        {
          key: `demo-credit/${id}`,
          kind: 'CREDIT',
          from: outside,
          to: [[cashOf(id), won(creditWon)]],
          at: startsAt,
          reason: 'Demo data',
        },
      ])
    }
    return cast
  })
}

async function addCampaigns(services: DemoServices, cast: Cast, startsAt: Instant): Promise<AddedCampaign[]> {
  const { db, files } = services
  const fileServices = { db, ...files }
  const hues = [225, 18, 140, 300]
  const added: AddedCampaign[] = []
  for (const [number, owner] of [cast.advertiser, ...cast.rivals].entries()) {
    const hue = hues[number] ?? 0
    const look = { owner, draw: (size: Size) => drawSky(size, hue), video: plainVideo, now: startsAt }
    const materials = await makeMaterials(fileServices, look)
    const campaigns = number === 0 ? advertiserCampaigns : rivalCampaigns.slice(number - 1, number)
    await db.transaction(async (tx) => {
      for (const campaign of campaigns) {
        added.push(await addCampaign(tx, campaign, { owner, materials, at: startsAt }))
      }
    })
  }
  return added
}

async function addApps(services: DemoServices, cast: Cast, startsAt: Instant): Promise<AddedApp[]> {
  const { db, secrets, files } = services
  const documents = await makePayoutDocuments({ db, ...files }, { owner: cast.publisher, now: startsAt })
  return db.transaction(async (tx) => {
    const apps: AddedApp[] = []
    for (const app of publisherApps) {
      apps.push(await addApp(tx, app, { owner: cast.publisher, secrets, at: startsAt }))
    }
    await saveAccount(tx, cast.publisher, {
      ...{ name: 'Jun Park', bank: 'Hana Bank', number: '12345678901234' },
      ...{ countryCode: 'KR', mobileNumber: '1012345678', ...documents },
      ...{ changedAt: startsAt, now: startsAt },
    })
    return apps
  })
}

interface AppliedPayout {
  id: PayoutRequestId
  amountWon: number
}

/** The publisher requests everything payable. */
async function applyForPayout(tx: Tx, owner: CustomerId, now: Instant): Promise<AppliedPayout | undefined> {
  const amountWon = floorWon(await payableRevenue(tx, owner))
  const account = await findAccount(tx, owner)
  if (amountWon === 0 || !account) return undefined
  const month = monthOf(localDay(now, seoul))
  const id = await insertRequest(tx, {
    owner,
    month,
    amountWon,
    account,
    accountChanged: false,
    heldMicros: noMoney,
    now,
  })
  await post(tx, [
    {
      ...{ key: `payout-request/${id}`, kind: 'PAYOUT_REQUEST', at: now },
      ...{ from: revenueOf(owner), to: [[reservedOf(owner), won(amountWon)]] },
    },
  ])
  return { id, amountWon }
}

/** The operator pays a request. */
async function pay(tx: Tx, { id, amountWon }: AppliedPayout, cast: Cast, now: Instant): Promise<void> {
  await saveDecision(tx, id, { status: 'COMPLETE', reason: '', by: cast.operator, now })
  await post(tx, [
    {
      ...{ key: `payout-paid/${id}`, kind: 'PAYOUT_PAID', at: now },
      ...{ from: reservedOf(cast.publisher), to: [[outside, won(amountWon)]] },
    },
  ])
}

/** Actions of customers and operators on some days of the history. */
function diary(db: Database, cast: Cast, campaigns: readonly AddedCampaign[], end: Day) {
  const stopOn = addDays(end, -stoppedDaysAgo)
  const payoutMonth = addMonths(monthOf(end), -3)
  const stopped = campaigns
    .filter((campaign) => campaign.story === 'was stopped')
    .flatMap((campaign) => campaign.ads)
  let applied: AppliedPayout | undefined
  return (date: Day, now: Instant): Promise<void> =>
    db.transaction(async (tx) => {
      if (date === stopOn) await stopAds(tx, stopped, now)
      if (date === `${payoutMonth}-03`) applied = await applyForPayout(tx, cast.publisher, now)
      if (date === `${payoutMonth}-25` && applied) await pay(tx, applied, cast, now)
    })
}

async function make(services: DemoServices): Promise<void> {
  const { db, clock } = services
  const end = localDay(clock.now(), seoul)
  const start = addDays(end, -(services.historyDays ?? historyDaysDefault))
  const startsAt = startOfDay(start, seoul)
  const cast = await addCast(services, startsAt)
  const campaigns = await addCampaigns(services, cast, startsAt)
  const apps = await addApps(services, cast, startsAt)
  const today = utcDay(clock.now())
  const kept = addDays(today, -keptDays)
  const days = Array.from({ length: daysBetween({ start: kept, end: today }) + 2 }, (_, number) =>
    addDays(kept, number),
  )
  await withEventLog(services, ({ log: eventLog }) => eventLog.prepareDays(days))
  const random = new Random(Date.parse(end) / 86_400_000)
  await withHistoryPartition(db, { start: utcDay(instant(startsAt)), end: kept }, () =>
    makeHistory(services, {
      random,
      apps: apps.filter((app) => app.media.length > 0),
      start,
      end,
      onDay: diary(db, cast, campaigns, end),
    }),
  )
  // After the history, in which the playground's ads must not compete.
  await addPlayground(services, startsAt)
}

/**
 * Fills an empty database with demo data, the same for the same day. Returns whether it did. Call it before any role
 * starts, because it bills the history itself.
 */
export async function seedDemo(services: DemoServices): Promise<boolean> {
  const { db, clock } = services
  // If several programs start on one empty database, one makes the data and the others wait.
  return db.exclusively(lockKey, async () => {
    const state = await readState(db)
    if (state === 'ready' || (state === undefined && (await isInUse(db)))) return false
    if (state === 'making') await clear(db)
    services.onMaking?.()
    await saveState(db, 'making', clock.now())
    await make(services)
    await saveState(db, 'ready', clock.now())
    return true
  })
}
