import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  addDays,
  type Clock,
  type Day,
  daysBetween,
  isDay,
  startOfDay,
  utcDay,
  type Zone,
} from '@voltline/kernel'
import { z } from 'zod'
import { administratorEmails } from '../domain/account/operator-store.ts'
import { hasUnchained, readChain } from '../domain/audit/chain.ts'
import { headFileName, type SignedHead, signHead } from '../domain/audit/signed-head.ts'
import { queueLetter } from '../domain/letters/queue-letter.ts'
import { lockName } from '../platform/database/advisory-lock.ts'
import type { Database } from '../platform/database/database.ts'
import { readSetting, saveSetting } from '../platform/database/setting.ts'
import type { Files } from '../platform/files/open.ts'
import { NameTaken } from '../platform/files/store.ts'
import type { Secrets } from '../platform/secrets.ts'

export interface AuditHeadServices {
  db: Database
  clock: Clock
  secrets: Secrets
  files: Pick<Files, 'store' | 'work'>
}

const utc = 'UTC' as Zone
const mailedKey = 'audit_head_mailed'
/** Rows of the day's last seconds get their link within two runs of the chain; a row that never does is not waited for. */
const waitsMax = 4
/** A network that stood still for longer signs the days before that no more. */
const missedDaysMax = 31

const dayOf = (name: string): Day | undefined => {
  const day = /^audit\/(.+)\.json$/.exec(name)?.[1] ?? ''
  return isDay(day) ? day : undefined
}

/**
 * Signs the head of the audit chain at the end of each UTC day, mails it to the administrators and writes it to the
 * file store: whoever owns the database can then no longer remove the end of the chain unseen. Which day is due is
 * read from the file store and the clock, so the database cannot hide it. Safe in several workers at once.
 */
export class AuditHeads {
  readonly #services: AuditHeadServices
  #due: Day | undefined
  #waits = 0
  constructor(services: AuditHeadServices) {
    this.#services = services
  }

  /** Returns the days that were signed. */
  async run(): Promise<Day[]> {
    const { clock, db } = this.#services
    const today = utcDay(clock.now())
    const oldest = addDays(today, -missedDaysMax)
    this.#due ??= await this.#firstDue(today)
    if (this.#due < oldest) this.#due = oldest
    if (this.#due >= today) return []
    const end = startOfDay(today, utc)
    if (this.#waits < waitsMax && (await db.read((session) => hasUnchained(session, end)))) {
      this.#waits += 1
      return []
    }
    const signed: Day[] = []
    for (let day = this.#due; day < today; day = addDays(day, 1)) {
      await this.#sign(day, { isLast: daysBetween({ start: day, end: today }) === 1 })
      signed.push(day)
      this.#due = addDays(day, 1)
    }
    this.#waits = 0
    return signed
  }

  /** The day after the newest file; on a new network the first day that ends. */
  async #firstDue(today: Day): Promise<Day> {
    const newest = (await this.#services.files.store.list('audit'))
      .flatMap((name) => dayOf(name) ?? [])
      .at(-1)
    return newest === undefined ? today : addDays(newest, 1)
  }

  async #sign(day: Day, { isLast }: { isLast: boolean }): Promise<void> {
    const { db, secrets } = this.#services
    const head = signHead(secrets, day, await db.snapshot(readChain))
    if (isLast) await this.#mail(day, head)
    await this.#write(day, head)
  }

  /** Before the file is written, so that a crash in between repeats both; the setting keeps it to one mail a day. */
  #mail(day: Day, head: SignedHead): Promise<void> {
    const { db, clock, secrets } = this.#services
    return db.transaction(async (tx) => {
      await lockName(tx, mailedKey)
      const mailed = z.string().safeParse(await readSetting(tx, mailedKey)).data ?? ''
      if (mailed === day) return
      const now = clock.now()
      for (const to of await administratorEmails(tx)) {
        await queueLetter(tx, secrets, { to, template: 'auditHead', values: head }, now)
      }
      await saveSetting(tx, mailedKey, day, now)
    })
  }

  async #write(day: Day, head: SignedHead): Promise<void> {
    const { store, work } = this.#services.files
    await work.use(async (folder) => {
      const path = join(folder, 'head.json')
      await writeFile(path, `${JSON.stringify(head)}\n`)
      await store.put(headFileName(day), path).catch((fault: unknown) => {
        // Another worker was first; its head is as good.
        if (!(fault instanceof NameTaken)) throw fault
      })
    })
  }
}
