/** What the network remembers of devices: their clicks, in each delivery process, and their places, in all of them. */
const second = 1_000
const hour = 3_600_000

/** In the memory of one delivery process. */
export class ModelClicks {
  readonly #clicks = new Map<string, number[]>()

  /** Returns the number of this click within the hour. A clock that goes back forgets what is ahead of it. */
  take(device: string, now: number): number {
    const recent = (this.#clicks.get(device) ?? []).filter((at) => at <= now && at > now - hour)
    this.#clicks.set(device, [...recent, now])
    return recent.length + 1
  }

  /** The click was none: a repeat, or it could not be written. */
  giveBack(device: string, at: number): void {
    const clicks = this.#clicks.get(device) ?? []
    const last = clicks.lastIndexOf(at)
    this.#clicks.set(
      device,
      clicks.filter((_, place) => place !== last),
    )
  }
}

interface Visit {
  appId: number
  deviceId: string
  /** As it was seen, and the place that it stands for. */
  address: string
  site: string
  now: number
}

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

/** An address has places for new devices of an app, so many in any hour. Who has had one is known for ever. */
export class ModelPlaces {
  readonly #places: { appId: number; deviceId: string; site: string; at: number }[] = []

  has(appId: number, deviceId: string): boolean {
    return this.#places.some((place) => place.appId === appId && place.deviceId === deviceId)
  }

  /** A process does not ask again for two seconds after it found an address full: `full` is its memory of that. */
  visit({ appId, deviceId, address, site, now }: Visit, limit: number, full: Map<string, number>): void {
    if (site === '' || this.has(appId, deviceId)) return
    const fullAt = full.get(`${appId} ${address}`) ?? Number.NEGATIVE_INFINITY
    if (now >= fullAt && now - fullAt < 2 * second) return
    // After a clock has gone back into another month, the later month's places are under a key that is not compared.
    const taken = this.#places.filter(
      (place) =>
        place.appId === appId &&
        place.site === site &&
        place.at > now - hour &&
        monthOf(place.at) <= monthOf(now),
    )
    if (taken.length < limit) this.#places.push({ appId, deviceId, site, at: now })
    else full.set(`${appId} ${address}`, now)
  }
}
