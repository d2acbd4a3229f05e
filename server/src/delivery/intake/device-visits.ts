import { type AppId, type Instant, instant, minute } from '@voltline/kernel'
import { type DeviceVisit, saveDeviceVisits } from '../../domain/app/device-activity.ts'
import { quarterMs } from '../../domain/reports/rollup/quarter.ts'
import type { Database } from '../../platform/database/database.ts'

interface KnownDevice {
  /** The last recorded quarter-hour, counted from 1970. */
  quarter: number
  /** Start of the minute in which requests are counted. */
  minuteStartsAt: Instant
  requests: number
}

const devicesMax = 200_000
const pendingMax = 200_000
const rowsMax = 5_000

/** Which devices are active, for the daily users, and how many ads each requests per minute. */
export class DeviceVisits {
  /** Two generations: when the young one is full it becomes the old one, and devices not seen since are forgotten. */
  #young = new Map<AppId, Map<string, KnownDevice>>()
  #old = new Map<AppId, Map<string, KnownDevice>>()
  #youngSize = 0
  #pending: DeviceVisit[] = []
  /** Visits dropped because the memory limit was reached. */
  lost = 0

  get waiting(): number {
    return this.#pending.length
  }

  /** Records a visit that is not an ad request. */
  recordSession(visit: DeviceVisit): void {
    this.#record(visit)
  }

  /** Records a visit, unless it is a test, and returns the device's ad requests in the current minute with this one. */
  recordRequest(visit: DeviceVisit, { isTest }: { isTest: boolean }): number {
    const { at: now } = visit
    const device = isTest ? this.#device(visit.appId, visit.deviceId) : this.#record(visit)
    if (now - device.minuteStartsAt >= minute || now < device.minuteStartsAt) {
      device.minuteStartsAt = now
      device.requests = 0
    }
    device.requests++
    return device.requests
  }

  #record(visit: DeviceVisit): KnownDevice {
    const device = this.#device(visit.appId, visit.deviceId)
    const quarter = Math.floor(visit.at / quarterMs)
    if (device.quarter !== quarter) {
      device.quarter = quarter
      if (this.#pending.length < pendingMax) this.#pending.push(visit)
      else this.lost++
    }
    return device
  }

  #device(appId: AppId, deviceId: string): KnownDevice {
    const known = this.#young.get(appId)?.get(deviceId)
    if (known) return known
    const device = this.#old.get(appId)?.get(deviceId) ?? {
      quarter: -1,
      minuteStartsAt: instant(0),
      requests: 0,
    }
    if (this.#youngSize >= devicesMax) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngSize = 0
    }
    const ofApp = this.#young.get(appId)
    if (ofApp) ofApp.set(deviceId, device)
    else this.#young.set(appId, new Map([[deviceId, device]]))
    this.#youngSize++
    return device
  }

  /** Writes the pending visits; those that cannot be written are kept for the next call. */
  async flush(db: Database): Promise<void> {
    while (this.#pending.length > 0) {
      const taken = this.#pending.splice(0, rowsMax)
      try {
        await db.transaction((tx) => saveDeviceVisits(tx, taken))
      } catch (fault) {
        this.lost += Math.max(0, this.#pending.length + taken.length - pendingMax)
        this.#pending.unshift(...taken.slice(0, pendingMax - this.#pending.length))
        throw fault
      }
    }
  }
}
