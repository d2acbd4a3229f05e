import { second } from '@voltline/kernel'
import { Counter, Gauge, Registry } from 'prom-client'
import type { Database } from './database.ts'

const names: Readonly<Record<string, string>> = { '40001': 'serialization_failure', '40P01': 'deadlock' }

/** Metrics of this process's use of the database, computed on each scrape. */
export function databaseMetrics(db: Pick<Database, 'conflicts' | 'replicaLagMs'>): Registry {
  const registry = new Registry()
  new Counter({
    name: 'voltline_database_conflicts_total',
    help: 'Transactions that failed because of a deadlock or a serialization failure, and were repeated',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [state, count] of db.conflicts) this.inc({ kind: names[state] ?? state }, count)
    },
  })
  new Gauge({
    name: 'voltline_replication_lag_seconds',
    help: 'How far the read replica is behind the primary; no value without one, and while it is away',
    registers: [registry],
    collect() {
      const { replicaLagMs } = db
      if (replicaLagMs === undefined) this.remove()
      else this.set(replicaLagMs / second)
    },
  })
  return registry
}
