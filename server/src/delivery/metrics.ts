import { Counter, Gauge, Registry } from 'prom-client'
import type { Routes } from './http/routes.ts'
import type { Serving } from './http/serving.ts'
import type { Follower } from './snapshot/follower.ts'

/** Numbers of this process, read when somebody asks for them: nothing is counted twice on the way of a request. */
export function makeDeliveryMetrics(serving: Serving, routes: Routes, follower: Follower): Registry {
  const registry = new Registry()
  const registers = [registry]
  new Counter({
    name: 'voltline_ad_requests_total',
    help: 'Ad requests by answer',
    labelNames: ['answer'],
    registers,
    collect() {
      this.reset()
      for (const [answer, { count }] of routes.ad.answers) this.inc({ answer }, count)
    },
  })
  new Counter({
    name: 'voltline_events_total',
    help: 'Reported events by what became of them',
    labelNames: ['outcome'],
    registers,
    collect() {
      const { accepted, repeated, refused } = serving.intake
      this.reset()
      this.inc({ outcome: 'accepted' }, accepted)
      this.inc({ outcome: 'duplicate' }, repeated)
      this.inc({ outcome: 'refused' }, refused)
    },
  })
  new Gauge({
    name: 'voltline_ads',
    help: 'Ads in memory by the reason why they do not serve; "serving" for those that do',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const ad of serving.snapshot.ads.values()) this.inc({ reason: ad.reason ?? 'serving' })
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
  gauge('voltline_intake_queue', 'Events that wait to be written', () => serving.intake.waiting)
  gauge('voltline_intake_batches', 'Batches of events written', () => serving.intake.batches)
  gauge('voltline_snapshot_failures', 'Times that the database could not be read', () => follower.failures)
  gauge(
    'voltline_counts_lost',
    'Statistics dropped because there was no room for them',
    () => serving.visits.lost + serving.tallies.lost + serving.snapshot.noServe.lost,
  )
  return registry
}
