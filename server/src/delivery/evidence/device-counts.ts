import { type AppId, day, hour, type Instant } from '@voltline/kernel'

const devicesMax = 300_000
/** Of one device; what is beyond is far beyond any threshold. */
const clicksMax = 1_000

interface DeviceCount {
  /** Of the last hour, oldest first. */
  clicks: Instant[]
  dayNumber: number
  impressions: number
}

/** The number of an event among those of its device in its app. */
export interface EventNumber {
  deviceClicks: number
  deviceImpressions: number
}

/** Clicks of the last hour and impressions of the UTC day by device and app, in this process. Bounded. */
export class DeviceCounts {
  readonly #devices = new Map<string, DeviceCount>()

  /** Counts an event, and returns its number. */
  take(appId: AppId, deviceId: string, action: string, now: Instant): EventNumber {
    const device = this.#device(`${appId} ${deviceId}`)
    if (action === 'CLICK') {
      device.clicks = device.clicks.filter((at) => at > now - hour && at <= now)
      if (device.clicks.length < clicksMax) device.clicks.push(now)
    } else if (action === 'IMPRESSION') {
      const dayNumber = Math.floor(now / day)
      if (device.dayNumber !== dayNumber) Object.assign(device, { dayNumber, impressions: 0 })
      device.impressions++
    }
    return { deviceClicks: device.clicks.length, deviceImpressions: device.impressions }
  }

  /** The event repeats another, or could not be written. */
  giveBack(appId: AppId, deviceId: string, action: string, now: Instant): void {
    const device = this.#devices.get(`${appId} ${deviceId}`)
    if (!device) return
    if (action === 'IMPRESSION') device.impressions = Math.max(0, device.impressions - 1)
    const index = action === 'CLICK' ? device.clicks.lastIndexOf(now) : -1
    if (index >= 0) device.clicks.splice(index, 1)
  }

  #device(key: string): DeviceCount {
    const known = this.#devices.get(key)
    if (known) return known
    const [oldest] = this.#devices.size >= devicesMax ? this.#devices.keys() : []
    if (oldest !== undefined) this.#devices.delete(oldest)
    const device = { clicks: [], dayNumber: -1, impressions: 0 }
    this.#devices.set(key, device)
    return device
  }
}
