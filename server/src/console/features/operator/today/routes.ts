import { operatorDays, operatorQueues, operatorToday } from '@voltline/contract'
import {
  addDays,
  after,
  type Day,
  day,
  isoInZone,
  localDay,
  micros,
  noMoney,
  ok,
  second,
  seoul,
  utcDay,
} from '@voltline/kernel'
import { readPromisedFigures } from '../../../../domain/auction/promised/figures.ts'
import { billingLag } from '../../../../domain/events/partitions/billing-lag.ts'
import { lastProof } from '../../../../domain/ledger/proof.ts'
import { countAddressed } from '../../../../domain/quality/detectors/unit-hour-store.ts'
import { foldLag } from '../../../../domain/reports/fold-lag.ts'
import { healthOf, type PartHealth } from '../../../../domain/reports/today.ts'
import {
  countWaiting,
  invalidOf,
  networkDays,
  noServeOf,
  readProgress,
  responsesOf,
  type Tally,
  unpaidOf,
} from '../../../../domain/reports/today-store.ts'
import { readBackupStatus } from '../../../../platform/backup/backup.ts'
import type { ReadSession } from '../../../../platform/database/database.ts'
import { oldestDueJob } from '../../../../platform/jobs/lag.ts'
import { readPulses } from '../../../../platform/pulse.ts'
import { toBookProof } from '../../../book-proof.ts'
import type { FeatureServices } from '../../../feature.ts'

const chartDays = 14
const served = 'SUCCESS'
/** Test requests, and requests that name no unit of the app: none of them could have got an ad. */
const notForAds: readonly string[] = ['ADSERVER_TEST', 'UNKNOWN_MEDID']

const toTally = (tally: Tally) => ({ Reason: tally.reason, Count: tally.count })

const toHealth = ({ part, state, at }: PartHealth) => ({
  Part: part,
  State: state,
  Time: at === undefined ? null : isoInZone(at, seoul),
})

/** How well delivery keeps to the limits. */
async function limitsOf(session: ReadSession, day: Day) {
  const promised = await readPromisedFigures(session)
  const { billable, unpaid } = await unpaidOf(session, day)
  return {
    Promised: promised ? micros(BigInt(promised.promisedMicros)) : null,
    Billable: billable,
    Unpaid: unpaid,
    Utilisation: promised?.utilisation ?? null,
  }
}

/** The counts of the menu. */
function registerQueues({ handle, db, settings }: FeatureServices): void {
  handle(operatorQueues, async () =>
    db.read(async (reader) => {
      const { ads, apps, keys, payouts, holds, messages } = await countWaiting(reader, {
        isReviewed: settings.adReview !== 'off',
      })
      const proof = await lastProof(reader)
      return ok({
        queues: {
          Ads: ads,
          Apps: apps,
          Keys: keys,
          Payouts: payouts,
          Holds: holds,
          Messages: messages,
        },
        proof: proof ? toBookProof(proof) : null,
      })
    }),
  )
}

/** The first page of the operators' console, and the counts of its menu. */
export function registerOperatorToday(services: FeatureServices): void {
  const { handle, db, clock, files, eventReader, settings } = services
  registerQueues(services)

  handle(operatorDays, async () =>
    db.snapshot(async (tx) => {
      const today = localDay(clock.now(), seoul)
      const start = addDays(today, 1 - chartDays)
      const found = await networkDays(tx, { start, end: today })
      const days = Array.from({ length: chartDays }, (_, index) => {
        const date = addDays(start, index)
        const { spendMicros = noMoney, revenueMicros = noMoney, impressions = 0 } = found.get(date) ?? {}
        return { Day: date, Spend: spendMicros, Revenue: revenueMicros, Impressions: impressions }
      })
      return ok({ days })
    }),
  )

  handle(operatorToday, async () => {
    const canEncodeVideo = (await files.videoEncoding.find()) !== undefined
    // Without the event log the page still shows the rest; billing's own progress then tells whether it is late.
    const billingSeconds = await billingLag({ db, eventReader, clock }).catch(() => 0)
    return db.snapshot(async (tx) => {
      const now = clock.now()
      const date = localDay(now, seoul)
      const found = (await networkDays(tx, { start: date, end: date })).get(date)
      const responses = await responsesOf(tx, utcDay(now))
      const requests = responses.filter(({ reason }) => !notForAds.includes(reason))
      const foldMs = await foldLag(tx, now)
      const health = healthOf(
        {
          pulses: await readPulses(tx),
          progress: await readProgress(tx, now),
          work: {
            billing: billingSeconds > 0 ? after(now, -billingSeconds * second) : undefined,
            fold: foldMs > 0 ? after(now, -foldMs) : undefined,
            jobs: await oldestDueJob(tx, now),
          },
          proof: await lastProof(tx),
          canEncodeVideo,
          backup: await readBackupStatus(tx),
          addresses: {
            ...(await countAddressed(tx, after(now, -day))),
            isProduction: settings.production,
          },
        },
        now,
      )
      return ok({
        today: {
          Time: isoInZone(now, seoul),
          Spend: found?.spendMicros ?? noMoney,
          Revenue: found?.revenueMicros ?? noMoney,
          Impressions: found?.impressions ?? 0,
          Events: found?.events ?? 0,
          Requests: requests.reduce((sum, tally) => sum + tally.count, 0),
          Served: responses.find((tally) => tally.reason === served)?.count ?? 0,
          Invalid: await invalidOf(tx, utcDay(now)),
        },
        answers: requests.filter((tally) => tally.reason !== served).map(toTally),
        noServe: (await noServeOf(tx, utcDay(now))).map(toTally),
        promised: await limitsOf(tx, date),
        health: health.map(toHealth),
      })
    })
  })
}
