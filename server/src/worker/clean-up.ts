import { addDays, after, assert, type Clock, type Day, day, type Instant, utcDay } from '@voltline/kernel'
import { deleteClosedMessages } from '../domain/account/contact-message.ts'
import { deleteExpiredMailTokens } from '../domain/account/mail-token/store.ts'
import { deleteExpiredCodes } from '../domain/account/mail-token/verification-code.ts'
import { deleteExpiredAccessTokens } from '../domain/account/session/store.ts'
import { partitionName } from '../domain/events/event-log.ts'
import type { Database, ReadSession } from '../platform/database/database.ts'
import { at, type Query, raw, sql } from '../platform/database/sql.ts'
import { deleteExpired } from '../platform/files/clean-up.ts'
import type { FileStore } from '../platform/files/store.ts'
import { deleteExpiredHumanChecks } from '../platform/human-check/pass.ts'
import { deleteSentMail } from '../platform/mail/mail.ts'
import { deleteForgottenTries } from '../platform/rate-limit/throttle.ts'

/** A click id is good for 7 days after a click, which may come an hour after the offer; one day is for the clocks. */
const eventDaysMin = 9
const deviceDaysKept = 200
/** An install bars another of the same device and campaign for 7 days. */
const installDaysKept = 8
const spentTokenDaysKept = 7
const sentMailDaysKept = 30
const finishedJobDaysKept = 30
/** The privacy policy promises this and the other times that concern people. */
const closedMessageDaysKept = 365
/** A partition that cannot be had at once is left for the next run: serving does not wait for cleaning. */
const lockMsMax = 500

export interface CleanUpServices {
  db: Database
  clock: Clock
  store: FileStore
  settings: { eventDays: number }
}

const eventDays = (session: ReadSession): Promise<Day[]> =>
  session.many(
    (row) => {
      const found = /^event_(\d{4})(\d{2})(\d{2})$/.exec(row.name as string)
      assert(found, 'a partition is named after its day')
      return `${found[1]}-${found[2]}-${found[3]}` as Day
    },
    sql`
    select c.relname as name
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'event'::regclass
     order by c.relname`,
  )

/** Whether every event of offers issued on that day has been billed, and none of them waits. */
const isBilled = (session: ReadSession, issueDay: Day): Promise<boolean> =>
  session.one(
    (row) => row.billed as boolean,
    sql`
    select exists (select from billing_position)
       and not exists (select from event e, billing_position p
                        where e.issue_day = ${issueDay} and (e.tx, e.seq) > (p.tx, p.seq))
       and not exists (select from waiting_event where issue_day = ${issueDay}) as billed`,
  )

/** Only the owner of the tables may drop a partition. Answers the days that are gone. */
export async function dropOldEvents(services: Omit<CleanUpServices, 'store'>): Promise<Day[]> {
  assert(services.settings.eventDays >= eventDaysMin, 'events outlive the click ids made from them')
  const oldest = addDays(utcDay(services.clock.now()), -services.settings.eventDays)
  const dropped: Day[] = []
  for (const issueDay of await services.db.read(eventDays)) {
    if (issueDay >= oldest || !(await services.db.read((session) => isBilled(session, issueDay)))) continue
    await services.db.asOwner(async (tx) => {
      await tx.run(raw(`set local lock_timeout = ${lockMsMax}`))
      await tx.run(raw(`drop table if exists ${partitionName('counted_event', issueDay)}`))
      await tx.run(raw(`drop table ${partitionName('event', issueDay)}`))
    })
    dropped.push(issueDay)
  }
  return dropped
}

/** What has run out of use by its own date. */
const expired = (now: Instant): Query[] => {
  return [
    sql`delete from device_day where utc_day < ${addDays(utcDay(now), -deviceDaysKept)}`,
    sql`delete from campaign_install where installed_at < ${at(after(now, -installDaysKept * day))}`,
    sql`delete from job where finished_at < ${at(after(now, -finishedJobDaysKept * day))}`,
  ]
}

/** Every part of it is safe to run twice. */
export async function cleanUp(services: CleanUpServices): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  await dropOldEvents(services)
  for (const statement of expired(now)) await db.transaction((session) => session.run(statement))
  const tokensBefore = after(now, -spentTokenDaysKept * day)
  await db.transaction((tx) => deleteExpiredAccessTokens(tx, tokensBefore))
  await db.transaction((tx) => deleteExpiredMailTokens(tx, tokensBefore))
  await db.transaction((tx) => deleteExpiredCodes(tx, tokensBefore))
  await db.transaction((tx) => deleteClosedMessages(tx, after(now, -closedMessageDaysKept * day)))
  await db.transaction((tx) => deleteForgottenTries(tx, now))
  await db.transaction((tx) => deleteExpiredHumanChecks(tx, now))
  await db.transaction((tx) => deleteSentMail(tx, after(now, -sentMailDaysKept * day)))
  await deleteExpired(services, now)
}
