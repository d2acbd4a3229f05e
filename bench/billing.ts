import { type CustomerId, instant, type Millionths, micros } from '@voltline/kernel'
import pg from 'pg'
import { type Billing, createBilling } from '../server/src/billing/billing.ts'
import { Random } from '../server/src/demo/random.ts'
import { type OfferEvent, partitionOf } from '../server/src/domain/events/event-log.ts'
import { openEventLog } from '../server/src/domain/events/open-event-log.ts'
import { cashOf, outside } from '../server/src/domain/ledger/account.ts'
import { post } from '../server/src/domain/ledger/ledger.ts'
import { Database, type Tx } from '../server/src/platform/database/database.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { copyRows } from './billing/copy.ts'
import { measureReport } from './billing/report-days.ts'
import { alternate, onOwnServer } from './billing/rounds.ts'
import { rowsPerCharge } from './billing/rows-written.ts'
import { buildNetwork, someEvents } from './billing/world.ts'
import { median } from './lib/statistics.ts'

const rounds = 5
const partitions = 16
/** A backlog: one batch for each partition, with several charges for each advertiser and app. */
const eventsPerRound = 100_000
const ratioMin = 0.25
const rowsPerChargeMax = 2.5
const rulesRatioMin = 0.85
const start = instant(Date.parse('2026-11-10T03:00:00Z'))

const copyLine = (event: OfferEvent): string =>
  [
    ...[event.issueDay, event.offerId, event.action, new Date(event.receivedAt).toISOString()],
    ...[event.adId, event.mediumId, event.deviceId, event.priceMicros],
    partitionOf(event.advertiserId, partitions),
  ].join('\t')

const giveCash = (tx: Tx) =>
  post(
    tx,
    Array.from({ length: 50 }, (_, number) => ({
      ...{ key: `cash ${number}`, kind: 'CREDIT' as const, from: outside, at: start },
      to: [[cashOf((number + 1) as CustomerId), micros(10n ** 15n)]],
    })),
  )

const verdict = (isMet: boolean): string => (isMet ? 'met' : 'MISSED')

const perSecond = (times: readonly number[]): number => Math.round((eventsPerRound / median(times)) * 1_000)

/** Returns billing's speed with rules, as a share of that without. */
async function measureRules(
  billing: Billing,
  append: () => Promise<void>,
  settings: { trafficRules: boolean },
): Promise<number> {
  const withRules = (trafficRules: boolean) => ({
    name: trafficRules ? 'with rules' : 'without rules',
    run: () => billing.drain(),
    async prepare() {
      settings.trafficRules = trafficRules
      await append()
    },
  })
  const [judged, unjudged] = await alternate(
    'Events billed with rules, against the same without',
    [withRules(true), withRules(false)],
    rounds,
  )
  const ratio = perSecond(judged) / perSecond(unjudged)
  process.stdout.write(
    `  ${perSecond(judged)} events billed a second with rules, ${perSecond(unjudged)} without: ` +
      `ratio ${ratio.toFixed(3)}, at least ${rulesRatioMin}: ${verdict(ratio >= rulesRatioMin)}\n`,
  )
  return ratio
}

/** Returns whether the figures are met. */
async function measureBilling(url: string): Promise<boolean> {
  const db = new Database({ url, connectionsMax: 6, statementMsMax: 120_000, onLost: () => {} })
  const plain = new pg.Client(url)
  await plain.connect()
  let now = start
  const settings = { networkShare: 200_000 as Millionths, trafficRules: true }
  const services = { db, clock: { now: () => now }, log: makeLog('error') }
  const { log, reader: eventReader } = await openEventLog({
    ...services,
    settings: { eventPartitions: partitions },
  })
  const billing = createBilling({ ...services, eventReader, settings })
  try {
    await buildNetwork(db)
    await db.transaction(giveCash)
    await plain.query('create table plain_event (like event including defaults)')
    const random = new Random(1)
    let events: OfferEvent[] = []
    const fresh = () => {
      now = instant(now + 60_000)
      events = someEvents(random, eventsPerRound, now)
    }
    const columns =
      '(issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros, partition)'
    const append = async () => {
      fresh()
      for (let first = 0; first < events.length; first += 1_000) {
        await log.append(events.slice(first, first + 1_000))
      }
    }
    const [billed, copied] = await alternate(
      `6. Events billed, against COPY of the same ${eventsPerRound} rows into a plain table`,
      [
        {
          name: 'billed',
          run: () => billing.drain(),
          prepare: append,
        },
        {
          name: 'copied',
          run: () =>
            copyRows(plain, `copy plain_event ${columns} from stdin`, events.map(copyLine).join('\n')),
          prepare: async () => fresh(),
        },
      ],
      rounds,
    )
    const ratio = perSecond(billed) / perSecond(copied)
    process.stdout.write(
      `  ${perSecond(billed)} events billed a second, ${perSecond(copied)} rows copied a second: ` +
        `ratio ${ratio.toFixed(3)}, at least ${ratioMin}: ${verdict(ratio >= ratioMin)}\n`,
    )
    const rulesRatio = await measureRules(billing, append, settings)
    await billing.stop()
    await log.close()
    await db.close()
    const rows = await rowsPerCharge(plain)
    process.stdout.write(
      `  ${rows.toFixed(2)} rows written per charged event, at most ${rowsPerChargeMax}: ${verdict(rows <= rowsPerChargeMax)}\n`,
    )
    return ratio >= ratioMin && rulesRatio >= rulesRatioMin && rows <= rowsPerChargeMax
  } finally {
    await plain.end()
  }
}

/** npm run bench -- billing */
export async function bench(): Promise<void> {
  const areReportsMet = await onOwnServer(measureReport)
  const isBillingMet = await onOwnServer(measureBilling)
  if (!areReportsMet) throw new Error('Missed: reports.')
  if (!isBillingMet) throw new Error('Missed: billing.')
}
