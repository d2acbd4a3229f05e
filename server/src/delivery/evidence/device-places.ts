import { type AppId, after, hour, type Instant, second } from '@voltline/kernel'
import { type AddressHasher, isPublicAddress } from '../../domain/quality/addresses/hasher.ts'
import { monthStart } from '../../domain/quality/addresses/key-store.ts'
import { hasPlace, takePlace } from '../../domain/quality/addresses/place-store.ts'
import type { Database } from '../../platform/database/database.ts'

interface Visit {
  appId: AppId
  deviceId: string
  address: string
  now: Instant
}

const placedMax = 500_000
const queueMax = 10_000
/** An address without a free place is not looked up again for this long, by the program's clock, as places are. */
const fullMs = 2 * second

/**
 * Which devices have had one of the places for new devices of an address in an app. The database has them, so that all
 * processes agree; this is where the devices wait for it, away from the request.
 */
export class DevicePlaces {
  readonly #services: { db: Database; hasher: AddressHasher; placesMax: (now: Instant) => number }
  readonly #placed = new Set<string>()
  readonly #queue = new Map<string, Visit>()
  /** When each address was last found without a free place, by app and address. */
  readonly #fullAt = new Map<string, Instant>()
  #work: Promise<void> | undefined
  /** Visits dropped because too many waited. */
  lost = 0

  constructor(services: { db: Database; hasher: AddressHasher; placesMax: (now: Instant) => number }) {
    this.#services = services
  }

  /** A session or an ad request: the device takes a place if it needs one. */
  visit(visit: Visit): void {
    const key = `${visit.appId} ${visit.deviceId}`
    if (this.#placed.has(key) || this.#queue.has(key) || !isPublicAddress(visit.address)) return
    if (this.#isFull(visit)) return
    if (this.#queue.size >= queueMax) this.lost++
    else {
      this.#queue.set(key, visit)
      this.#work ??= this.#run().finally(() => {
        this.#work = undefined
      })
    }
  }

  /** Resolves when it is decided of every device that has visited so far whether it has a place. */
  async decided(): Promise<void> {
    await this.#work
  }

  #isFull({ appId, address, now }: Visit): boolean {
    const fullAt = this.#fullAt.get(`${appId} ${address}`)
    return fullAt !== undefined && now >= fullAt && now - fullAt < fullMs
  }

  /** True if the device of an event has never found a place. False if that cannot be told. */
  async isWithoutPlace({ appId, deviceId, address }: Visit): Promise<boolean> {
    const key = `${appId} ${deviceId}`
    if (this.#placed.has(key) || !isPublicAddress(address)) return false
    await this.#work
    if (this.#placed.has(key)) return false
    try {
      if (!(await this.#services.db.read((session) => hasPlace(session, { appId, deviceId })))) return true
    } catch {
      return false
    }
    this.#remember(key)
    return false
  }

  async #run(): Promise<void> {
    for (const [key, visit] of this.#queue) {
      try {
        await this.#take(key, visit)
      } catch {
        // The device stays new until its next request.
      }
      this.#queue.delete(key)
    }
  }

  async #take(key: string, visit: Visit): Promise<void> {
    const { db, hasher, placesMax } = this.#services
    if (this.#isFull(visit)) return
    const { appId, deviceId, address, now } = visit
    const { ipHash, formerHashes } = await hasher.of(address, now)
    // In the first hour of a month, places under the key of the month before still count.
    const isFirstHour = monthStart(after(now, -hour)) !== monthStart(now)
    const ipHashes = [ipHash, ...formerHashes.slice(0, isFirstHour ? 1 : 0)]
    const request = { appId, deviceId, ipHashes, now }
    if (await db.transaction((tx) => takePlace(tx, request, placesMax(now)))) {
      this.#remember(key)
      return
    }
    if (this.#fullAt.size >= queueMax) this.#fullAt.clear()
    this.#fullAt.set(`${appId} ${address}`, now)
  }

  #remember(key: string): void {
    if (this.#placed.size >= placedMax) this.#placed.clear()
    this.#placed.add(key)
  }
}
