import type { Clock } from '@voltline/kernel'
import { Counter, Gauge, Registry } from 'prom-client'
import type { EventReader } from '../domain/events/event-reader.ts'
import { partitionLags } from '../domain/events/partitions/billing-lag.ts'
import type { Database } from '../platform/database/database.ts'
import type { LockWatch } from './lock-watch.ts'

/** What this process has billed. */
export class BillingCounts {
  batches = 0
  events = 0
  charged = 0
  unpaid = 0

  add(outcome: { events: number; charged: number; unpaid: number }): void {
    this.batches += 1
    this.events += outcome.events
    this.charged += outcome.charged
    this.unpaid += outcome.unpaid
  }
}

/** Metrics of this process's billing, computed on each scrape. */
export function makeBillingMetrics(
  services: { db: Database; eventReader: EventReader; clock: Clock },
  own: { counts: BillingCounts; lockWatch: LockWatch },
): Registry {
  const registry = new Registry()
  const registers = [registry]
  new Gauge({
    name: 'voltline_billing_lag_seconds',
    help: 'Age of the oldest unbilled event by partition; 0 if there is none',
    labelNames: ['partition'],
    registers,
    async collect() {
      const lags = await partitionLags(services).catch(() => [])
      this.reset()
      lags.forEach((seconds, partition) => {
        this.set({ partition: String(partition) }, seconds)
      })
    },
  })
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  counter('voltline_billing_batches_total', 'Billed batches', () => own.counts.batches)
  counter('voltline_billing_events_total', 'Billed events', () => own.counts.events)
  counter('voltline_billing_charged_total', 'Charged events', () => own.counts.charged)
  counter('voltline_billing_unpaid_total', 'Billable events beyond a limit', () => own.counts.unpaid)
  counter(
    'voltline_billing_lock_wait_seconds_total',
    'Time that batches waited for locks, sampled',
    () => own.lockWatch.waitedSeconds,
  )
  return registry
}
