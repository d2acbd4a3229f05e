import { type Instant, instant, localTime, minute, type Zone } from '@voltline/kernel'
import { type SpendingDay, spendingDay } from '../../domain/ad/spending/spending-day.ts'
import type { LocalMoment } from '../../domain/auction/eligible.ts'

const quarterMs = 15 * minute
const quarterOf = (at: Instant): number => Math.floor(at / quarterMs)

/** The local time of every zone, computed once per quarter-hour and zone because Intl is slow. */
export class ZoneClocks {
  #now = instant(0)
  readonly #moments = new Map<Zone, LocalMoment>()

  /** Returns true if another quarter-hour has begun, in either direction. */
  moveTo(now: Instant): boolean {
    const isSame = quarterOf(now) === quarterOf(this.#now)
    this.#now = now
    if (!isSame) this.#moments.clear()
    return !isSame
  }

  momentOf(customer: { zone: Zone; recordedDays: readonly SpendingDay[] }): LocalMoment {
    const moment = this.#zoneMoment(customer.zone)
    if (customer.recordedDays.length === 0) return moment
    const days = { zone: customer.zone, recorded: customer.recordedDays }
    return { ...moment, dayStartsAt: spendingDay(days, this.#now).startsAt }
  }

  #zoneMoment(zone: Zone): LocalMoment {
    const known = this.#moments.get(zone)
    if (known) return known
    const { weekday, hour } = localTime(this.#now, zone)
    const { startsAt } = spendingDay({ zone, recorded: [] }, this.#now)
    const moment = { weekday, hour, dayStartsAt: startsAt }
    this.#moments.set(zone, moment)
    return moment
  }
}
