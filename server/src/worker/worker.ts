import { type Clock, hour, minute, second } from '@voltline/kernel'
import { AuditChain } from '../domain/audit/chain.ts'
import type { EventReader } from '../domain/events/event-reader.ts'
import type { Database } from '../platform/database/database.ts'
import type { Files } from '../platform/files/open.ts'
import { JobRunner } from '../platform/jobs/runner.ts'
import type { Log } from '../platform/log.ts'
import { smtpTransport } from '../platform/mail/smtp.ts'
import { allTargets, publicTargets } from '../platform/outbound/targets.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Settings } from '../platform/settings.ts'
import { AuditHeads } from './audit-head.ts'
import { proveHourly } from './book-proof.ts'
import { CallbackSender } from './callbacks.ts'
import { cleanUp } from './clean-up.ts'
import { runDetectors } from './detectors.ts'
import { foldBooks } from './fold.ts'
import { mailHandlers } from './mail.ts'
import { closeMonths, proveClosedMonths } from './month-close.ts'
import { every } from './periodic.ts'
import { sealAgain } from './seal-again.ts'
import { videoHandler } from './video.ts'
import { returnUnsettled } from './withdrawals.ts'

export interface WorkerServices {
  db: Database
  eventReader: EventReader
  clock: Clock
  log: Log
  files: Files
  secrets: Secrets
  settings: Pick<
    Settings,
    'smtpUrl' | 'mailFrom' | 'publicUrl' | 'eventDays' | 'callbackAllowsPrivate' | 'detectors'
  >
}

/** A month has to close within a minute. */
const closeMonthsMs = 10 * second
const foldMs = second
/** The detectors look at an hour within ten seconds of its end. */
const detectMs = 2 * second
const cleanUpMs = hour
const withdrawalsMs = second
const sealAgainMs = hour
const chainAuditMs = 10 * second
/** The head of a day is signed within a minute of its end. */
const signHeadMs = 10 * second
/** Checked every minute, proved every hour. */
const proveBooksMs = minute

export interface Worker {
  /** Takes no new jobs and finishes the running ones. */
  stop(): Promise<void>
}

/** Runs jobs of every kind and the periodic chores. Any number of workers may run; each job is done by one. */
export function startWorker(services: WorkerServices): Worker {
  const { db, eventReader, clock, log, files, settings } = services
  const { smtpUrl } = settings
  const transport = smtpUrl === undefined ? undefined : smtpTransport({ ...settings, smtpUrl })
  const handlers = [...mailHandlers({ ...services, transport }), videoHandler({ db, clock, ...files })]
  const runner = new JobRunner({ db, clock, log, handlers })
  runner.start()
  const targets = settings.callbackAllowsPrivate ? allTargets : publicTargets
  const callbacks = new CallbackSender({ ...services, targets })
  callbacks.start()
  const chain = new AuditChain({ db, clock, log })
  const heads = new AuditHeads(services)
  const chores = [
    every(chainAuditMs, { name: 'audit chain', log, run: () => chain.run() }),
    every(signHeadMs, { name: 'audit head', log, run: () => heads.run() }),
    every(proveBooksMs, { name: 'book proof', log, run: () => proveHourly(services) }),
    every(foldMs, { name: 'fold', log, run: () => foldBooks(services) }),
    every(detectMs, { name: 'detectors', log, run: (isStopping) => runDetectors(services, isStopping) }),
    every(closeMonthsMs, {
      name: 'month close',
      log,
      run: async () => {
        await closeMonths(services)
        await proveClosedMonths(services)
      },
    }),
    every(withdrawalsMs, { name: 'withdrawals', log, run: () => returnUnsettled(services) }),
    every(sealAgainMs, { name: 'seal again', log, run: () => sealAgain(services) }),
    every(cleanUpMs, {
      name: 'clean-up',
      log,
      run: () => cleanUp({ db, eventReader, clock, store: files.store, settings }),
    }),
  ]
  return {
    async stop() {
      await Promise.all(chores.map((chore) => chore.stop()))
      await Promise.all([runner.stop(), callbacks.stop()])
      transport?.close()
    },
  }
}
