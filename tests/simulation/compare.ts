import type { Day, Micros, Zone } from '@voltline/kernel'
import { proveBooks } from '../../server/src/domain/ledger/proof.ts'
import { readAdDays } from '../../server/src/domain/reports/rollup/read-ad-days.ts'
import { type Counts, readMediumDays } from '../../server/src/domain/reports/rollup/read-figures.ts'
import type {
  AdDayRow,
  AdRow,
  CampaignRow,
  CountedEventRow,
  CustomerRow,
  InvalidRollupRow,
  LedgerAccountRow,
  RevenueMonthRow,
  WaitingEventRow,
} from '../../server/src/platform/database/rows.ts'
import { type Query, sql } from '../../server/src/platform/database/sql.ts'
import { idOf, type ModelFigures } from './model.ts'
import { dateAt } from './model-days.ts'
import type { World } from './world.ts'

type Lines = Map<string, string>

/** Every difference between the actual and the expected values, as readable lines. */
function differences(what: string, found: Lines, wanted: Lines): string[] {
  const keys = new Set([...found.keys(), ...wanted.keys()])
  return [...keys]
    .filter((key) => found.get(key) !== wanted.get(key))
    .map(
      (key) =>
        `${what} ${key}: found ${found.get(key) ?? 'nothing'}, must be ${wanted.get(key) ?? 'nothing'}`,
    )
}

async function lines<R extends object>(
  world: World,
  query: Query<R>,
  line: (row: R) => [string, string],
): Promise<Lines> {
  return new Map((await world.rows(query)).map(line))
}

const mapped = <T>(all: ReadonlyMap<string | number, T>, line: (value: T) => string): Lines =>
  new Map([...all].map(([key, value]) => [String(key), line(value)]))

async function compareAds(world: World): Promise<string[]> {
  const ads = await lines(
    world,
    sql<AdRow>`select ad_id, status, spent_micros, impressions, clicks, billable_events, billed_events from ad`,
    (row) => [
      String(row.ad_id),
      [
        ...[row.status, row.spent_micros, row.impressions],
        ...[row.clicks, row.billable_events, row.billed_events],
      ].join(' '),
    ],
  )
  const campaigns = await lines(
    world,
    sql<CampaignRow>`select campaign_id, spent_micros from campaign`,
    (row) => [String(row.campaign_id), String(row.spent_micros)],
  )
  const days = await lines(
    world,
    sql<AdDayRow>`select ad_id, day_starts_at, spent_micros from ad_day`,
    (row) => [`${row.ad_id}/${row.day_starts_at}`, String(row.spent_micros)],
  )
  return [
    ...differences(
      'ad',
      ads,
      mapped(world.model.ads, (ad) =>
        [ad.status, ad.spent, ad.impressions, ad.clicks, ad.billable, ad.billed].join(' '),
      ),
    ),
    ...differences(
      'campaign',
      campaigns,
      mapped(world.model.campaigns, (campaign) => String(campaign.spent)),
    ),
    ...differences('day', days, mapped(world.model.days, String)),
  ]
}

const accountKey = (row: LedgerAccountRow): string => {
  if (row.kind === 'VOLTS') return `VOLTS/${row.app_id}/${row.device_id}`
  return row.customer_id === null ? String(row.kind) : `${row.kind}/${row.customer_id}`
}

async function compareBooks(world: World): Promise<string[]> {
  const query = sql<LedgerAccountRow>`select kind, customer_id, app_id, device_id, balance_micros from ledger_account where balance_micros <> 0`
  const accounts = await lines(world, query, (row) => [accountKey(row), String(row.balance_micros)])
  const wanted = new Map([...world.model.accounts].filter(([, amount]) => amount !== 0n))
  const proof = await world.db.transaction(proveBooks)
  const wrong = proof.sumMicros !== 0n || proof.wrongBalances > 0 || proof.unbalancedTransfers > 0
  return [
    ...(wrong
      ? [`the books do not add up: ${JSON.stringify({ ...proof, sumMicros: String(proof.sumMicros) })}`]
      : []),
    ...differences('account', accounts, mapped(wanted, String)),
  ]
}

async function compareEvents(world: World): Promise<string[]> {
  const key = (row: WaitingEventRow) => `${row.issue_day}/${row.offer_id}/${row.action}`
  const counted = await lines(
    world,
    sql<CountedEventRow>`select issue_day, offer_id, action, received_at, charged_micros from counted_event`,
    (row) => [key(row), `${row.received_at} ${row.charged_micros}`],
  )
  const waiting = await lines(
    world,
    sql<WaitingEventRow>`select issue_day, offer_id, action from waiting_event`,
    (row) => [key(row), 'waits'],
  )
  const invalid = await lines(
    world,
    sql<InvalidRollupRow>`select reason, medium_id, utc_day, count from invalid_rollup`,
    (row) => [`${row.reason}/${row.medium_id}/${row.utc_day}`, String(row.count)],
  )
  return [
    ...differences(
      'counted',
      counted,
      mapped(world.model.counted, ({ event, charged }) => `${event.receivedAt} ${charged}`),
    ),
    ...differences('waiting', waiting, new Map(world.model.waiting.map((event) => [idOf(event), 'waits']))),
    ...differences('invalid', invalid, mapped(world.model.invalid, String)),
  ]
}

const figureText = (counts: Counts, amountMicros: Micros): string =>
  [
    ...[counts.impressions, counts.watches, counts.clicks, counts.installs],
    ...[counts.actions, counts.unpaid, amountMicros],
  ].join(' ')
const modelText = (figures: ModelFigures): string =>
  [
    ...[figures.IMPRESSION, figures.WATCH, figures.CLICK, figures.INSTALL],
    ...[figures.ACTION, figures.unpaid, figures.amount],
  ].join(' ')

/** The rollups by days of a zone, read as a report reads them. */
export async function compareReports(world: World, zone: string, since: number): Promise<string[]> {
  const range = {
    zone: zone as Zone,
    start: dateAt(since - 86_400_000, zone) as Day,
    end: dateAt(world.latest, zone) as Day,
  }
  const ads: Lines = new Map()
  const media: Lines = new Map()
  const customers = await world.rows(sql<CustomerRow>`select customer_id from customer`)
  await world.db.snapshot(async (tx) => {
    for (const row of customers) {
      const owner = row.customer_id
      for (const day of await readAdDays(tx, { owner }, range)) {
        ads.set(`${day.adId}/${day.day}`, figureText(day, day.costMicros))
      }
      for (const day of await readMediumDays(tx, { owner }, range)) {
        media.set(`${day.mediumId}/${day.day}`, figureText(day, day.revenueMicros))
      }
    }
  })
  // A row of zeros in a report equals a missing row.
  const some = (all: Lines) => new Map([...all].filter(([, text]) => text !== '0 0 0 0 0 0 0'))
  return [
    ...differences(
      `report of ads in ${zone}`,
      some(ads),
      mapped(world.model.figures('adId', zone), modelText),
    ),
    ...differences(
      `report of media in ${zone}`,
      some(media),
      mapped(world.model.figures('mediumId', zone), modelText),
    ),
  ]
}

/** Compares closed months with the Seoul dates of the counted events. */
async function compareMonths(world: World): Promise<string[]> {
  const months = await lines(
    world,
    sql<RevenueMonthRow>`select customer_id, month, revenue_micros, impressions from revenue_month`,
    (row) => [
      `${row.customer_id}/${String(row.month).slice(0, 7)}`,
      `${row.revenue_micros} ${row.impressions}`,
    ],
  )
  const wanted = new Map<string, { revenue: bigint; impressions: number }>()
  for (const { event, publisherPart } of world.model.counted.values()) {
    const app = world.model.media.get(event.mediumId)?.appId ?? 0
    const month = dateAt(event.receivedAt, 'Asia/Seoul').slice(0, 7)
    const key = `${world.model.apps.get(app)?.publisher}/${month}`
    const sum = wanted.get(key) ?? { revenue: 0n, impressions: 0 }
    sum.revenue += publisherPart
    if (event.action === 'IMPRESSION') sum.impressions += 1
    wanted.set(key, sum)
  }
  const texts = mapped(wanted, ({ revenue, impressions }) => `${revenue} ${impressions}`)
  return [...months]
    .filter(([key, text]) => texts.get(key) !== text)
    .map(([key, text]) => `closed month ${key}: found ${text}, must be ${texts.get(key) ?? 'nothing'}`)
}

/** Compares everything that billing has written with the model. */
export async function compare(world: World): Promise<string[]> {
  return [
    ...(await compareAds(world)),
    ...(await compareBooks(world)),
    ...(await compareEvents(world)),
    ...(await compareMonths(world)),
  ]
}
