import { type Instant, instant, type Millionths } from '@voltline/kernel'
import { createBilling } from '../../server/src/billing/billing.ts'
import { openEventLog } from '../../server/src/domain/events/open-event-log.ts'
import { Database } from '../../server/src/platform/database/database.ts'
import { makeLog } from '../../server/src/platform/log.ts'

/** A billing process of the benchmark: bills until its parent says stop, then reports its conflicts. */
const [, , url = '', partitions = '16'] = process.argv
const db = new Database({ url, connectionsMax: 12, statementMsMax: 60_000, onLost: () => {} })
const clock = { now: (): Instant => instant(Date.now()) }
const log = makeLog('error')
const { log: eventLog, reader: eventReader } = await openEventLog({
  ...{ db, clock, log },
  settings: { eventPartitions: Number(partitions) },
})
const settings = { networkShare: 200_000 as Millionths }
const billing = createBilling({ db, eventReader, clock, log, settings })
billing.start()
process.send?.('started')
process.once('message', async () => {
  await billing.stop()
  await eventLog.close()
  await db.close()
  process.send?.(Object.fromEntries(db.conflicts), () => process.exit(0))
})
