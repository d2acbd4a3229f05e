import { Counter, Gauge, Registry } from 'prom-client'
import { utilisationOf } from '../domain/auction/promised/utilisation.ts'
import type { Routes } from './http/routes.ts'
import type { CallServices } from './http/services.ts'
import type { Follower } from './snapshot/follower.ts'

const microsPerWon = 1_000_000

/** Metrics of this process, computed on each scrape, so that requests pay nothing for them. */
export function makeDeliveryMetrics(services: CallServices, routes: Routes, follower: Follower): Registry {
  const registry = new Registry()
  const registers = [registry]
  new Counter({
    name: 'voltline_ad_requests_total',
    help: 'Ad requests by error code of the reply',
    labelNames: ['answer'],
    registers,
    collect() {
      this.reset()
      for (const [answer, { count }] of routes.ad.replies) this.inc({ answer }, count)
    },
  })
  new Counter({
    name: 'voltline_events_total',
    help: 'Reported events by outcome',
    labelNames: ['outcome'],
    registers,
    collect() {
      const { accepted, repeated, refused } = services.intake
      this.reset()
      this.inc({ outcome: 'accepted' }, accepted)
      this.inc({ outcome: 'duplicate' }, repeated)
      this.inc({ outcome: 'refused' }, refused)
    },
  })
  new Gauge({
    name: 'voltline_ads',
    help: 'Ads in memory by no-serve reason; "serving" for those that serve',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const ad of services.snapshot.ads.values()) this.inc({ reason: ad.reason ?? 'serving' })
    },
  })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('voltline_intake_queue', 'Events waiting to be written', () => services.intake.waiting)
  gauge('voltline_intake_batches', 'Event batches written', () => services.intake.batches)
  gauge('voltline_snapshot_failures', 'Failed reads of the database', () => follower.failures)
  addPromisedMetrics(services, gauge)
  gauge(
    'voltline_counts_lost',
    'Statistics dropped because a memory limit was reached',
    () =>
      services.visits.lost +
      services.traffic.lost +
      services.snapshot.noServe.lost +
      services.snapshot.outcomes.lost +
      services.outcomes.lost +
      services.shown.lost +
      services.sharing.lost,
  )
  return registry
}

type AddGauge = (name: string, help: string, read: () => number) => unknown

function addPromisedMetrics(services: CallServices, gauge: AddGauge): void {
  const { promised } = services.snapshot
  gauge(
    'voltline_promised_won',
    'Open offers and unbilled events of all delivery processes',
    () => promised.totalMicros / microsPerWon,
  )
  gauge(
    'voltline_unbilled_won',
    'Of these, accepted events that billing has not decided',
    () => promised.unbilledMicros / microsPerWon,
  )
  gauge(
    'voltline_limit_utilisation',
    'Spent share of the limits that keep ads from serving; 1 if none does',
    () => utilisationOf(services.snapshot.ads.values()) ?? 1,
  )
  gauge('voltline_delivery_peers', 'Other delivery processes', () => services.sharing.others)
}
