import { instant, isZone } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { canonicalZone, zoneDetails } from './zone.ts'

const january = instant(Date.parse('2026-01-15T00:00:00Z'))
const july = instant(Date.parse('2026-07-15T00:00:00Z'))

describe('zone details', () => {
  test('MYPAGE-14 SESSION-10 offset and short name follow the season, the country does not', () => {
    expect(zoneDetails(canonicalZone('America/New_York'), january)).toEqual({
      TimezoneOffset: -300,
      Iso2: 'US',
      ShortName: 'EST',
    })
    expect(zoneDetails(canonicalZone('America/New_York'), july)).toEqual({
      TimezoneOffset: -240,
      Iso2: 'US',
      ShortName: 'EDT',
    })
    expect(zoneDetails(canonicalZone('Asia/Seoul'), july).ShortName).toBe('KST')
    expect(zoneDetails(canonicalZone('Asia/Kathmandu'), july).TimezoneOffset).toBe(345)
  })

  test('CONST-29 every zone that Intl lists has details; a zone without a country has an empty one', () => {
    const names = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+5', 'Asia/Calcutta', 'GB']
    for (const name of names) {
      const details = zoneDetails(canonicalZone(name), january)
      expect([name, isZone(name), details.ShortName !== '', /^([A-Z]{2})?$/.test(details.Iso2)]).toEqual([
        name,
        true,
        true,
        true,
      ])
    }
    expect(zoneDetails(canonicalZone('UTC'), january)).toEqual({
      TimezoneOffset: 0,
      Iso2: '',
      ShortName: 'UTC',
    })
  })

  test('a zone in another case is stored in its usual spelling', () => {
    expect(canonicalZone('asia/SEOUL')).toBe('Asia/Seoul')
    expect(canonicalZone('utc')).toBe('UTC')
  })
})
