import { instant, isZone } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { spelled, zoneFacts } from './zone.ts'

const january = instant(Date.parse('2026-01-15T00:00:00Z'))
const july = instant(Date.parse('2026-07-15T00:00:00Z'))

describe('zone facts', () => {
  test('MYPAGE-14 SESSION-10 offset and short name follow the season, the country stays', () => {
    expect(zoneFacts(spelled('America/New_York'), january)).toEqual({
      TimezoneOffset: -300,
      Iso2: 'US',
      ShortName: 'EST',
    })
    expect(zoneFacts(spelled('America/New_York'), july)).toEqual({
      TimezoneOffset: -240,
      Iso2: 'US',
      ShortName: 'EDT',
    })
    expect(zoneFacts(spelled('Asia/Seoul'), july).ShortName).toBe('KST')
    expect(zoneFacts(spelled('Asia/Kathmandu'), july).TimezoneOffset).toBe(345)
  })

  test('CONST-29 every zone that the machine lists has facts; those without a country say so by an empty one', () => {
    const names = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+5', 'Asia/Calcutta', 'GB']
    for (const name of names) {
      const facts = zoneFacts(spelled(name), january)
      expect([name, isZone(name), facts.ShortName !== '', /^([A-Z]{2})?$/.test(facts.Iso2)]).toEqual([
        name,
        true,
        true,
        true,
      ])
    }
    expect(zoneFacts(spelled('UTC'), january)).toEqual({ TimezoneOffset: 0, Iso2: '', ShortName: 'UTC' })
  })

  test('a zone in another case is kept in its usual spelling', () => {
    expect(spelled('asia/SEOUL')).toBe('Asia/Seoul')
    expect(spelled('utc')).toBe('UTC')
  })
})
