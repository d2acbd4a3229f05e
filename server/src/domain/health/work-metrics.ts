import { type Clock, second } from '@voltline/kernel'
import { Gauge, Registry } from 'prom-client'
import type { Database } from '../../platform/database/database.ts'
import { oldestDueJob } from '../../platform/jobs/lag.ts'
import { isGood, lastProof } from '../ledger/proof.ts'
import { foldLag } from '../reports/fold-lag.ts'

/** What waits for the worker and what its last proof of the books found, read on each scrape. */
export function workMetrics({ db, clock }: { db: Database; clock: Clock }): Registry {
  const registry = new Registry()
  const gauge = (name: string, help: string, read: () => Promise<number | undefined>) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        const value = await read().catch(() => undefined)
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  gauge(
    'voltline_fold_lag_seconds',
    'Age of the oldest amount that is not folded; 0 if there is none',
    async () => db.read(async (session) => (await foldLag(session, clock.now())) / second),
  )
  gauge('voltline_job_age_seconds', 'Age of the oldest due job; 0 if there is none', () =>
    db.read(async (session) => {
      const oldest = await oldestDueJob(session, clock.now())
      return oldest === undefined ? 0 : (clock.now() - oldest) / second
    }),
  )
  gauge('voltline_books_off_micros', 'Sum over all accounts at the last proof; 0 in sound books', () =>
    db.read(async (session) => {
      const proof = await lastProof(session)
      return proof && Number(proof.sumMicros)
    }),
  )
  gauge('voltline_books_wrong', '1 if the last proof of the books found anything wrong', () =>
    db.read(async (session) => {
      const proof = await lastProof(session)
      return proof && (isGood(proof) ? 0 : 1)
    }),
  )
  return registry
}
