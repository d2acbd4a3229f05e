import type { CustomerId, Day, Micros, Zone } from '@voltline/kernel'
import { isGood, proveBooks } from '../../server/src/domain/ledger/proof.ts'
import { payableRevenue } from '../../server/src/domain/payout/payable.ts'
import { readAdDays } from '../../server/src/domain/reports/rollup/read-ad-days.ts'
import { type Counts, readMediumDays } from '../../server/src/domain/reports/rollup/read-figures.ts'
import type {
  AdCorrectedRow,
  AdDayRow,
  AdInvalidRollupRow,
  AdRollupRow,
  AdRow,
  CampaignRow,
  CountedEventRow,
  CustomerRow,
  DeviceVoltsRow,
  InvalidRollupRow,
  JudgedEventRow,
  LedgerAccountRow,
  PayoutRequestRow,
  RevenueMonthRow,
  WaitingEventRow,
} from '../../server/src/platform/database/rows.ts'
import { type Query, sql } from '../../server/src/platform/database/sql.ts'
import { dateAt } from './model/days.ts'
import { idOf, type ModelFigures } from './model/model.ts'
import type { World } from './world/world.ts'

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
  if (row.kind === 'VOLTS') return `VOLTS/${row.app_id}`
  return row.customer_id === null ? String(row.kind) : `${row.kind}/${row.customer_id}`
}

/** The sums of the accounts of an app's devices, as the ledger holds them. */
function ledgerOf(accounts: ReadonlyMap<string, bigint>): Map<string, bigint> {
  const ledger = new Map<string, bigint>()
  for (const [name, amount] of accounts) {
    const key = name.startsWith('VOLTS/') ? name.split('/').slice(0, 2).join('/') : name
    ledger.set(key, (ledger.get(key) ?? 0n) + amount)
  }
  return ledger
}

const isNotZero = ([, amount]: [string, bigint]) => amount !== 0n

async function compareVolts(world: World): Promise<string[]> {
  const found = await lines(
    world,
    sql<DeviceVoltsRow>`
      select app_id, device_id, sum(balance_micros)::bigint as balance_micros from device_volts
       group by app_id, device_id having sum(balance_micros) <> 0`,
    (row) => [`VOLTS/${row.app_id}/${row.device_id}`, String(row.balance_micros)],
  )
  const wanted = [...world.model.accounts].filter(([name]) => name.startsWith('VOLTS/')).filter(isNotZero)
  return differences('volts', found, mapped(new Map(wanted), String))
}

async function compareBooks(world: World): Promise<string[]> {
  const query = sql<LedgerAccountRow>`select kind, customer_id, app_id, balance_micros from ledger_balance where balance_micros <> 0`
  const accounts = await lines(world, query, (row) => [accountKey(row), String(row.balance_micros)])
  const wanted = new Map([...ledgerOf(world.model.accounts)].filter(isNotZero))
  const proof = await world.db.transaction(proveBooks)
  return [
    ...(await compareVolts(world)),
    ...(!isGood(proof)
      ? [`the books do not add up: ${JSON.stringify({ ...proof, sumMicros: String(proof.sumMicros) })}`]
      : []),
    ...differences('account', accounts, mapped(wanted, String)),
  ]
}

async function compareEvents(world: World): Promise<string[]> {
  const key = (row: Pick<WaitingEventRow, 'issue_day' | 'offer_id'> & { action: string }) =>
    `${row.issue_day}/${row.offer_id}/${row.action}`
  const counted = await lines(
    world,
    sql<CountedEventRow & { charge: string }>`
      select issue_day, offer_id, action, received_at, '0 0 0' as charge from counted_event
       union all
      select issue_day, offer_id, action, received_at, concat_ws(' ', price_micros, publisher_micros, user_micros)
        from charge`,
    (row) => [key(row), `${row.received_at} ${row.charge}`],
  )
  const waiting = await lines(
    world,
    sql<WaitingEventRow>`select issue_day, offer_id, action from waiting_event`,
    (row) => [key(row), 'waits'],
  )
  const invalid = await lines(
    world,
    sql<InvalidRollupRow>`
      select reason, medium_id, utc_day, sum(count)::bigint as count from invalid_rollup_now
       group by reason, medium_id, utc_day`,
    (row) => [`${row.reason}/${row.medium_id}/${row.utc_day}`, String(row.count)],
  )
  const judged = await lines(
    world,
    sql<JudgedEventRow>`select issue_day, offer_id, action, rule, mode from judged_event`,
    (row) => [key(row), `${row.rule} ${row.mode}`],
  )
  const invalidOfAds = await lines(
    world,
    sql<Pick<AdInvalidRollupRow, 'ad_id' | 'utc_day'> & { count: bigint }>`
      select ad_id, utc_day, sum(count)::bigint as count from ad_invalid_rollup group by ad_id, utc_day`,
    (row) => [`${row.ad_id}/${row.utc_day}`, String(row.count)],
  )
  return [
    ...differences(
      'judged',
      judged,
      mapped(world.model.judged, ({ rule, isEnforced }) => `${rule} ${isEnforced ? 'ENFORCE' : 'OBSERVE'}`),
    ),
    ...differences('invalid of ads', invalidOfAds, mapped(world.model.invalidOfAds, String)),
    ...differences(
      'counted',
      counted,
      mapped(
        world.model.counted,
        ({ event, charged, publisherPart, userPart }) =>
          `${event.receivedAt} ${charged} ${publisherPart} ${userPart}`,
      ),
    ),
    ...differences('waiting', waiting, new Map(world.model.waiting.map((event) => [idOf(event), 'waits']))),
    ...differences('invalid', invalid, mapped(world.model.invalid, String)),
  ]
}

const nothingCounted = '0 0 0 0 0 0 0'
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
  const some = (all: Lines) => new Map([...all].filter(([, text]) => text !== nothingCounted))
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

/** A day's arrays hold running totals. What is not folded yet is in rows of its own. */
function runningTotals(rows: readonly (AdRollupRow & { id: number })[]): Map<string, bigint[][]> {
  const sums = new Map<string, bigint[][]>()
  for (const row of rows) {
    const key = `${row.id}/${row.utc_day}`
    const counts = [row.impressions, row.watches, row.clicks, row.installs, row.actions, row.unpaid]
    const totals = [...counts, row.cost_micros]
    const known = sums.get(key)
    sums.set(
      key,
      totals.map((all, figure) =>
        [...all].map((total, place) => BigInt(total) + (known?.[figure]?.[place] ?? 0n)),
      ),
    )
  }
  return sums
}

/** The figures of every quarter-hour of UTC: those of a day may hide one in the wrong quarter. */
async function compareQuarters(world: World): Promise<string[]> {
  const wrong: string[] = []
  for (const [of, table] of [
    ['adId', sql<AdRollupRow & { id: number }>`select ad_id as id, * from ad_rollup`],
    [
      'mediumId',
      sql<AdRollupRow & { id: number }>`
      select medium_id as id, revenue_micros as cost_micros, * from medium_rollup_now`,
    ],
  ] as const) {
    const found: Lines = new Map()
    for (const [key, totals] of runningTotals(await world.rows(table))) {
      for (let quarter = 1; quarter <= 96; quarter++) {
        const text = totals.map((all) => (all[quarter - 1] ?? 0n) - (all[quarter - 2] ?? 0n)).join(' ')
        if (text !== nothingCounted) found.set(`${key}/${quarter}`, text)
      }
    }
    wrong.push(...differences(`quarter of ${of}`, found, mapped(world.model.quarters(of), modelText)))
  }
  return [...wrong, ...(await compareCorrected(world))]
}

/** The corrected amounts of ads by quarter-hour, and that every corrected charge is known as such. */
async function compareCorrected(world: World): Promise<string[]> {
  const found = await lines(
    world,
    sql<AdCorrectedRow>`select ad_id, utc_day, quarter, corrected_micros from ad_corrected`,
    (row) => [`${row.ad_id}/${row.utc_day}/${row.quarter}`, String(row.corrected_micros)],
  )
  const wanted = new Map(
    [...world.model.quarters('adId')]
      .filter(([, { corrected }]) => corrected > 0n)
      .map(([key, { corrected }]) => [key, String(corrected)]),
  )
  return differences('corrected', found, wanted)
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
  const wanted = new Map(
    [...world.payouts.months()].filter(([key]) => (key.split('/')[1] ?? '') < world.payouts.openMonth),
  )
  const some = new Map([...months].filter(([, text]) => text !== '0 0'))
  return differences(
    'closed month',
    some,
    mapped(wanted, ({ revenue, impressions }) => `${revenue} ${impressions}`),
  ).filter((line) => !line.endsWith('found nothing, must be 0 0'))
}

/** The payable sums, as the consoles show them. */
async function comparePayable(world: World): Promise<string[]> {
  const found: Lines = new Map()
  const wanted: Lines = new Map()
  for (const publisher of world.publishers) {
    const payable = await world.worker.snapshot((session) => payableRevenue(session, publisher as CustomerId))
    found.set(String(publisher), String(payable))
    wanted.set(String(publisher), String(world.payouts.payable(publisher)))
  }
  const requests = await lines(
    world,
    sql<PayoutRequestRow>`select request_id, status, amount_won from payout_request`,
    (row) => [String(row.request_id), `${row.status} ${row.amount_won}`],
  )
  const modelRequests = new Map(
    world.payouts.requests.map((request) => [String(request.id), `${request.status} ${request.won}`]),
  )
  return [...differences('payable', found, wanted), ...differences('request', requests, modelRequests)]
}

/** Compares everything that billing has written with the model. */
export async function compare(world: World): Promise<string[]> {
  return [
    ...(await compareAds(world)),
    ...(await compareBooks(world)),
    ...(await compareEvents(world)),
    ...(await compareQuarters(world)),
    ...(await compareMonths(world)),
    ...(await comparePayable(world)),
  ]
}
