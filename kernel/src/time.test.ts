import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  type Day,
  daySpan,
  daysBetween,
  hour,
  instant,
  isDay,
  isoInZone,
  isZone,
  localDay,
  localTime,
  type Month,
  minute,
  monthOf,
  monthSpan,
  offsetMinutes,
  seoul,
  startOfDay,
  type Zone,
} from './time.ts'

const at = (text: string) => instant(Date.parse(text))
const zone = (name: string) => name as Zone
const day = (text: string) => text as Day
const iso = (ms: number) => new Date(ms).toISOString()

describe('zones', () => {
  test('ERR-09 a zone is a name that Intl accepts, not an offset', () => {
    for (const name of ['Asia/Seoul', 'UTC', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires']) {
      expect([name, isZone(name)]).toEqual([name, true])
    }
    for (const name of ['', '+09:00', '-03', 'Seoul', 'Mars/Base', '1', ' Asia/Seoul']) {
      expect([name, isZone(name)]).toEqual([name, false])
    }
  })

  test('SESSION-04 offsets are minutes east of UTC, of whole, half and quarter hours, in both seasons', () => {
    const cases = [
      ['Asia/Seoul', '2026-07-01T00:00:00Z', 540],
      ['Asia/Kolkata', '2026-07-01T00:00:00Z', 330],
      ['Asia/Kathmandu', '2026-07-01T00:00:00Z', 345],
      ['America/St_Johns', '2026-01-01T00:00:00Z', -210],
      ['Australia/Lord_Howe', '2026-01-01T00:00:00Z', 660],
      ['Australia/Lord_Howe', '2026-07-01T00:00:00Z', 630],
      ['America/New_York', '2026-01-01T00:00:00Z', -300],
      ['America/New_York', '2026-07-01T00:00:00Z', -240],
      ['Pacific/Kiritimati', '2026-01-01T00:00:00Z', 840],
      ['Pacific/Pago_Pago', '2026-01-01T00:00:00Z', -660],
    ] as const
    for (const [name, when, offset] of cases) {
      expect([name, when, offsetMinutes(at(when), zone(name))]).toEqual([name, when, offset])
    }
  })
})

describe('days', () => {
  test('a day of 23 and one of 25 hours, where the clock is changed', () => {
    const newYork = zone('America/New_York')
    const spring = daySpan(day('2026-03-08'), newYork)
    const autumn = daySpan(day('2026-11-01'), newYork)
    expect(spring.to - spring.from).toBe(23 * hour)
    expect(autumn.to - autumn.from).toBe(25 * hour)
    const howe = daySpan(day('2026-04-05'), zone('Australia/Lord_Howe'))
    expect(howe.to - howe.from).toBe(24.5 * hour)
  })

  test('where midnight is skipped the day begins at the first instant that exists', () => {
    // Chile moves from 24:00 straight to 01:00.
    const from = startOfDay(day('2026-09-06'), zone('America/Santiago'))
    expect(iso(from)).toBe('2026-09-06T04:00:00.000Z')
    expect(localTime(from, zone('America/Santiago'))).toMatchObject({ day: '2026-09-06', hour: 1, minute: 0 })
    expect(localDay(instant(from - 1), zone('America/Santiago'))).toBe('2026-09-05')
  })

  test('where midnight comes twice the day begins at the earlier one', () => {
    // Cuba goes back from 01:00 to 00:00.
    const havana = zone('America/Havana')
    const from = startOfDay(day('2026-11-01'), havana)
    expect(iso(from)).toBe('2026-11-01T04:00:00.000Z')
    expect(localDay(instant(from - 1), havana)).toBe('2026-10-31')
    expect(daySpan(day('2026-11-01'), havana).to - from).toBe(25 * hour)
  })

  test('a day that a zone left out altogether has no length', () => {
    // Samoa went from the 29th straight to the 31st.
    const apia = zone('Pacific/Apia')
    const { from, to } = daySpan(day('2011-12-30'), apia)
    expect(to - from).toBe(0)
    expect(localDay(from, apia)).toBe('2011-12-31')
  })

  test('every instant lies within the day computed for it, in any zone', () => {
    const zones = [
      'Asia/Seoul',
      'America/New_York',
      'Asia/Kolkata',
      'America/Santiago',
      'Australia/Lord_Howe',
      'America/Havana',
    ]
    fc.assert(
      fc.property(
        fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') }),
        fc.constantFrom(...zones),
        (ms, name) => {
          const { from, to } = daySpan(localDay(instant(ms), zone(name)), zone(name))
          return from <= ms && ms < to
        },
      ),
      { numRuns: 500 },
    )
  })

  test('the parts of a local time, at the second', () => {
    expect(localTime(at('2026-11-03T14:59:59.999Z'), seoul)).toEqual({
      day: '2026-11-03',
      hour: 23,
      minute: 59,
      second: 59,
      weekday: 2,
    })
    expect(localTime(at('2026-11-03T15:00:00Z'), seoul)).toMatchObject({
      day: '2026-11-04',
      hour: 0,
      weekday: 3,
    })
  })

  test('VALID-29 days are real dates, and are counted across months, leap days and years', () => {
    for (const text of ['2026-02-28', '2028-02-29', '2026-12-31'])
      expect([text, isDay(text)]).toEqual([text, true])
    for (const text of ['2026-02-29', '2026-00-01', '2026-04-31', '2026-1-1', 'x']) {
      expect([text, isDay(text)]).toEqual([text, false])
    }
    expect(addDays(day('2028-02-28'), 1)).toBe('2028-02-29')
    expect(addDays(day('2026-12-31'), 1)).toBe('2027-01-01')
    expect(addDays(day('2026-01-01'), -1)).toBe('2025-12-31')
    expect(daysBetween({ start: day('2026-01-01'), end: day('2026-06-30') })).toBe(180)
    expect(daysBetween({ start: day('2026-01-02'), end: day('2026-01-01') })).toBe(-1)
  })
})

describe('months and written times', () => {
  test('months follow one another over the year’s end', () => {
    expect(addMonths('2026-12' as Month, 1)).toBe('2027-01')
    expect(addMonths('2026-01' as Month, -1)).toBe('2025-12')
    expect(addMonths('2026-03' as Month, -15)).toBe('2024-12')
    expect(monthOf(day('2026-11-03'))).toBe('2026-11')
  })

  test('CONST-02 a month of Seoul begins at 15:00 UTC of the day before', () => {
    const { from, to } = monthSpan('2026-02' as Month, seoul)
    expect([iso(from), iso(to)]).toEqual(['2026-01-31T15:00:00.000Z', '2026-02-28T15:00:00.000Z'])
  })

  test('SESSION-15 times are written with the zone’s offset of that moment', () => {
    expect(isoInZone(at('2026-11-03T05:20:00Z'), seoul)).toBe('2026-11-03T14:20:00+09:00')
    expect(isoInZone(at('2026-07-01T00:00:00Z'), zone('America/New_York'))).toBe('2026-06-30T20:00:00-04:00')
    expect(isoInZone(at('2026-07-01T00:00:00Z'), zone('America/St_Johns'))).toBe('2026-06-30T21:30:00-02:30')
    expect(isoInZone(at('2026-07-01T00:00:00Z'), zone('UTC'))).toBe('2026-07-01T00:00:00+00:00')
    expect(Date.parse(isoInZone(at('2026-11-03T05:20:00Z'), zone('Asia/Kathmandu')))).toBe(
      at('2026-11-03T05:20:00Z'),
    )
    expect(minute).toBe(60_000)
  })
})
