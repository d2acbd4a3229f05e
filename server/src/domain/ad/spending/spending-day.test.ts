import { hour, type Instant, instant, type Zone } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { daysAfterZoneChange, type SpendingDay, spendingDay } from './spending-day.ts'

const seoul = 'Asia/Seoul' as Zone
const utc = 'UTC' as Zone
const newYork = 'America/New_York' as Zone
const time = (text: string): Instant => instant(Date.parse(text))

/** As the table stores them: one row per start, the later write wins. */
function record(recorded: readonly SpendingDay[], written: readonly SpendingDay[]): SpendingDay[] {
  const rows = new Map([...recorded, ...written].map((day) => [day.startsAt, day]))
  return [...rows.values()]
}

describe('the spending day', () => {
  test('runs from midnight to midnight of the advertiser’s zone', () => {
    expect(spendingDay({ zone: seoul, recorded: [] }, time('2026-11-15T02:00:00Z'))).toEqual({
      startsAt: time('2026-11-14T15:00:00Z'),
      endsAt: time('2026-11-15T15:00:00Z'),
    })
  })

  test('has 25 hours when clocks are put back and 23 when they are put forward', () => {
    const lengthAt = (text: string) => {
      const day = spendingDay({ zone: newYork, recorded: [] }, time(text))
      return (day.endsAt - day.startsAt) / hour
    }
    expect(lengthAt('2026-11-01T12:00:00Z')).toBe(25)
    expect(lengthAt('2026-03-08T12:00:00Z')).toBe(23)
  })

  test('that is current ends at the first midnight of the new zone at or after its old end', () => {
    const at = time('2026-11-15T02:00:00Z')
    const [before, running] = daysAfterZoneChange({ from: seoul, to: utc, recorded: [], at })
    expect(running).toEqual({ startsAt: time('2026-11-14T15:00:00Z'), endsAt: time('2026-11-16T00:00:00Z') })
    expect(before).toEqual({ startsAt: time('2026-11-13T15:00:00Z'), endsAt: time('2026-11-14T15:00:00Z') })
  })

  test('keeps its end when the new zone has a midnight there', () => {
    const at = time('2026-11-15T02:00:00Z')
    const [, running] = daysAfterZoneChange({ from: seoul, to: 'Asia/Tokyo' as Zone, recorded: [], at })
    expect(running.endsAt).toBe(time('2026-11-15T15:00:00Z'))
  })

  test('an advertiser who hops to another zone every hour never gains a day', () => {
    const zones = [newYork, 'Pacific/Kiritimati', 'Asia/Kolkata', 'Pacific/Pago_Pago', seoul, utc] as Zone[]
    const start = time('2026-11-14T15:00:00Z')
    let zone = seoul
    let recorded: SpendingDay[] = []
    const starts = new Set<number>()
    for (let hours = 0; hours < 24 * 14; hours++) {
      const at = instant(start + hours * hour)
      starts.add(spendingDay({ zone, recorded }, at).startsAt)
      const to = zones[hours % zones.length] ?? seoul
      recorded = record(recorded, daysAfterZoneChange({ from: zone, to, recorded, at }))
      zone = to
    }
    expect(starts.size).toBeLessThanOrEqual(14)
  })

  test('days never overlap and leave no gap, whatever the zone changes were', () => {
    const zones = [newYork, 'Pacific/Kiritimati', 'Asia/Kathmandu', seoul, utc] as Zone[]
    let zone = seoul
    let recorded: SpendingDay[] = []
    for (const [index, hours] of [3, 29, 31, 77, 140].entries()) {
      const at = instant(time('2026-10-30T00:00:00Z') + hours * hour)
      const to = zones[index] ?? seoul
      recorded = record(recorded, daysAfterZoneChange({ from: zone, to, recorded, at }))
      zone = to
    }
    let day = spendingDay({ zone, recorded }, time('2026-10-28T00:00:00Z'))
    for (let step = 0; step < 12; step++) {
      const next = spendingDay({ zone, recorded }, day.endsAt)
      expect(next.startsAt).toBe(day.endsAt)
      expect(spendingDay({ zone, recorded }, instant(next.endsAt - 1))).toEqual(next)
      day = next
    }
  })
})
