import {
  addDays,
  after,
  assert,
  type Clock,
  type Day,
  day,
  type Instant,
  minute,
  utcDay,
} from '@voltline/kernel'
import { deleteClosedMessages } from '../domain/account/contact-message.ts'
import { deleteExpiredKeys } from '../domain/account/idempotency-key.ts'
import { deleteExpiredMailTokens } from '../domain/account/mail-token/store.ts'
import { deleteExpiredCodes } from '../domain/account/mail-token/verification-code.ts'
import { deleteWrongCodesBefore } from '../domain/account/mail-token/wrong-codes.ts'
import { deleteExpiredAccessTokens } from '../domain/account/session/store.ts'
import { deleteForgottenNetworks } from '../domain/account/signin-limit.ts'
import { deleteCallbacksBefore } from '../domain/callback/queue-store.ts'
import { deleteInstallsBefore, deleteJudgedBefore } from '../domain/events/counted-store.ts'
import type { EventReader } from '../domain/events/event-reader.ts'
import { dropEventPartitions, isFullyBilled, partitionDays } from '../domain/events/postgres/postgres-days.ts'
import { readBillingProgress } from '../domain/events/unbilled.ts'
import { deleteUnchargedBefore } from '../domain/events/uncharged-store.ts'
import { insightDeletions } from '../domain/insight/retention.ts'
import { deletePostbacksBefore } from '../domain/postback/log-store.ts'
import { deleteExpiredTokens } from '../domain/postback/token-store.ts'
import { destroyOldKeys } from '../domain/quality/addresses/key-store.ts'
import { forgetPlaceAddresses } from '../domain/quality/addresses/place-store.ts'
import { deleteForgottenSignins } from '../domain/quality/addresses/signin-store.ts'
import { deleteUnitHoursBefore } from '../domain/quality/detectors/unit-hour-store.ts'
import { deleteAdMediaBefore } from '../domain/reports/rollup/ad-media.ts'
import { deleteDeviceDaysBefore } from '../domain/reports/rollup/read-users.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { deleteExpired } from '../platform/files/clean-up.ts'
import type { FileStore } from '../platform/files/store.ts'
import { deleteExpiredHumanChecks } from '../platform/human-check/pass.ts'
import { deleteFinishedJobs } from '../platform/jobs/queue.ts'
import { deleteSentMail } from '../platform/mail/mail.ts'
import { deleteForgottenTries } from '../platform/rate-limit/throttle.ts'

/** A click id is valid for 7 days after a click, which may come an hour after the offer; one day is for clock drift. */
const eventDaysMin = 9
const deviceDaysKept = 200
/** An install blocks another of the same device and campaign for 7 days. */
const installDaysKept = 8
/** The lists of charges and earnings show events that cost nothing for this long. */
const unchargedDaysKept = 200
/** Longer than the longest report. */
const adMediaDaysKept = 200
/** Charges of observed events can be corrected by rule within this time. */
const observedDaysKept = 200
/** The detectors look back a week; a case's charts a little longer. */
const unitHourDaysKept = 31
const expiredTokenDaysKept = 7
const sentMailDaysKept = 30
const callbackDaysKept = 30
const postbackDaysKept = 30
const finishedJobDaysKept = 30
/** The privacy policy promises this and the other periods that concern people. */
const closedMessageDaysKept = 365
/** A deletion may have a day's rows to remove. */
const statementMsMax = 2 * minute

export interface CleanUpServices {
  db: Database
  eventReader: EventReader
  clock: Clock
  store: FileStore
  settings: { eventDays: number }
}

/** Drops the partitions of old, fully billed days. Returns the dropped days. */
export async function dropOldEvents({
  db,
  clock,
  settings,
}: Omit<CleanUpServices, 'store' | 'eventReader'>): Promise<Day[]> {
  assert(settings.eventDays >= eventDaysMin, 'events outlive the click ids made from them')
  const oldest = addDays(utcDay(clock.now()), -settings.eventDays)
  const dropped: Day[] = []
  for (const issueDay of await db.read(partitionDays)) {
    if (issueDay >= oldest || !(await db.read((session) => isFullyBilled(session, issueDay)))) continue
    await db.asOwner((tx) => dropEventPartitions(tx, issueDay))
    dropped.push(issueDay)
  }
  return dropped
}

/** Lets the log delete what is old and billed. */
async function releaseOldEvents({ db, eventReader, clock, settings }: CleanUpServices): Promise<void> {
  const before = after(clock.now(), -settings.eventDays * day)
  const { positions } = await db.read(readBillingProgress)
  for (const [partition, position] of positions) await eventReader.release(partition, position, before)
}

/** One statement each, so that none of them holds its locks for long. */
const deletions = (now: Instant, { eventDays }: { eventDays: number }): ((tx: Tx) => Promise<unknown>)[] => {
  const daysAgo = (days: number): Instant => after(now, -days * day)
  const tokensBefore = daysAgo(expiredTokenDaysKept)
  return [
    (tx) => deleteDeviceDaysBefore(tx, addDays(utcDay(now), -deviceDaysKept)),
    ...insightDeletions(now),
    (tx) => deleteInstallsBefore(tx, daysAgo(installDaysKept)),
    (tx) =>
      deleteJudgedBefore(tx, {
        invalid: addDays(utcDay(now), -eventDays),
        observed: addDays(utcDay(now), -observedDaysKept),
      }),
    (tx) => deleteUnchargedBefore(tx, addDays(utcDay(now), -unchargedDaysKept)),
    (tx) => deleteCallbacksBefore(tx, daysAgo(callbackDaysKept)),
    (tx) => deleteAdMediaBefore(tx, addDays(utcDay(now), -adMediaDaysKept)),
    (tx) => deletePostbacksBefore(tx, daysAgo(postbackDaysKept)),
    (tx) => deleteExpiredTokens(tx, now),
    (tx) => deleteUnitHoursBefore(tx, daysAgo(unitHourDaysKept)),
    (tx) => deleteForgottenSignins(tx, now),
    (tx) => forgetPlaceAddresses(tx, now),
    (tx) => destroyOldKeys(tx, { now, eventDays }),
    (tx) => deleteExpiredAccessTokens(tx, tokensBefore),
    (tx) => deleteExpiredMailTokens(tx, tokensBefore),
    (tx) => deleteExpiredCodes(tx, tokensBefore),
    (tx) => deleteForgottenTries(tx, now),
    (tx) => deleteForgottenNetworks(tx, now),
    (tx) => deleteWrongCodesBefore(tx, utcDay(now)),
    (tx) => deleteExpiredKeys(tx, now),
    (tx) => deleteClosedMessages(tx, daysAgo(closedMessageDaysKept)),
    (tx) => deleteFinishedJobs(tx, daysAgo(finishedJobDaysKept)),
    (tx) => deleteExpiredHumanChecks(tx, now),
    (tx) => deleteSentMail(tx, daysAgo(sentMailDaysKept)),
  ]
}

/** Idempotent. */
export async function cleanUp(services: CleanUpServices): Promise<void> {
  const now = services.clock.now()
  await dropOldEvents(services)
  await releaseOldEvents(services)
  for (const remove of deletions(now, services.settings))
    await services.db.transaction(remove, { statementMsMax })
  await deleteExpired(services, now)
}
