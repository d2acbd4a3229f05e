import { Counter, Gauge, Registry } from 'prom-client'
import type { Routes } from './http/routes.ts'
import type { CallServices } from './http/services.ts'
import type { Follower } from './snapshot/follower.ts'

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
  gauge(
    'voltline_counts_lost',
    'Statistics dropped because a memory limit was reached',
    () => services.visits.lost + services.traffic.lost + services.snapshot.noServe.lost,
  )
  return registry
}
