import { type AdId, addDays, type Clock, type Day, type Instant, utcDay } from '@voltline/kernel'
import { deleteShownBefore, readShown, saveShown } from '../../domain/auction/live/shown.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FrequencyCaps } from './frequency-caps.ts'

const pendingMax = 200_000

interface Pending {
  utcDay: Day
  shown: Map<AdId, string[]>
}

/** Stores what this process has shown, so that a process that starts knows the day's impressions. */
export class ShownImpressions {
  readonly #process: string
  readonly #clock: Clock
  #pending: Pending[] = []
  #count = 0
  #batches = 0
  #cleanedDay = ''
  /** Impressions dropped because the memory limit was reached. */
  lost = 0

  constructor(services: { process: string; clock: Clock }) {
    this.#process = services.process
    this.#clock = services.clock
  }

  add(adId: AdId, deviceId: string, now: Instant): void {
    if (this.#count >= pendingMax) {
      this.lost++
      return
    }
    this.#count++
    const day = utcDay(now)
    let pending = this.#pending.at(-1)
    if (pending?.utcDay !== day) {
      pending = { utcDay: day, shown: new Map() }
      this.#pending.push(pending)
    }
    const devices = pending.shown.get(adId)
    if (devices) devices.push(deviceId)
    else pending.shown.set(adId, [deviceId])
  }

  /** Those that cannot be written are kept for the next call. */
  async flush(db: Database): Promise<void> {
    const taken = this.#pending
    if (taken.length === 0 && this.#cleanedDay !== '') return
    const takenCount = this.#count
    this.#pending = []
    try {
      await db.transaction(async (tx) => {
        for (const { utcDay: day, shown } of taken) {
          const batch = {
            utcDay: day,
            at: this.#clock.now(),
            process: this.#process,
            number: this.#batches++,
          }
          await saveShown(tx, { ...batch, shown })
        }
        await this.#clean(tx)
      })
      this.#count -= takenCount
    } catch (fault) {
      this.#pending = [...taken, ...this.#pending]
      throw fault
    }
  }

  async #clean(tx: Parameters<typeof deleteShownBefore>[0]): Promise<void> {
    const yesterday = addDays(utcDay(this.#clock.now()), -1)
    if (yesterday === this.#cleanedDay) return
    await deleteShownBefore(tx, yesterday)
    this.#cleanedDay = yesterday
  }

  /** Counts the day's impressions of all processes again, from nothing. */
  async load(db: Database, caps: FrequencyCaps): Promise<void> {
    await this.flush(db)
    const now = this.#clock.now()
    await db.read(async (session) => {
      caps.clear()
      for await (const { adId, deviceId } of readShown(session, utcDay(now))) caps.count(deviceId, adId, now)
    })
  }
}
