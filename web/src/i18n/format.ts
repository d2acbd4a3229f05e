import type { Language } from '@voltline/contract'

export interface Formats {
  /** `2,611,970 KRW`, `2,611,970원`. */
  money(won: number, options?: { decimals?: number }): string
  /** `2,611,970`, for places whose head or side names the unit. */
  number(value: number, options?: { decimals?: number }): string
  /** A ratio as a percentage with two decimals, without the sign: 0.0172 is `1.72`. */
  percent(ratio: number, options?: { decimals?: number }): string
  /** `YYYY-MM-DD HH:mm`, in the account's zone. */
  dateTime(iso: string): string
  /** `YYYY-MM-DD`, in the account's zone. */
  date(iso: string): string
  /** `Tue`, `화`, of a day `YYYY-MM-DD`. */
  weekday(day: string): string
  /** `Tue 3`, `3일 화`: a day on an axis. */
  axisDay(day: string): string
  /** Short figures for an axis; Korean counts in 만, on the whole axis if its largest value does. */
  axisNumber(value: number, largest?: number): string
  /** A country's name by its two letters. */
  country(code: string): string
}

const minus = '−'
/** Shown for an unknown value. */
const unknown = '–'

function grouped(language: Language, value: number, decimals: number): string {
  if (!Number.isFinite(value)) return unknown
  // Cut, not rounded: a figure on screen never shows more than there is. Answers have at most six decimals.
  const [whole = '0', part = ''] = Math.abs(value).toFixed(6).split('.')
  const head = new Intl.NumberFormat(language === 'ko' ? 'ko-KR' : 'en-US').format(BigInt(whole))
  const text = decimals === 0 ? head : `${head}.${part.slice(0, decimals)}`
  return value < 0 && /[1-9]/.test(text) ? minus + text : text
}

const fixed = (value: number, decimals: number): string =>
  (value < 0 ? minus : '') + Math.abs(value).toFixed(decimals)

/** Answers carry the account's own offset, so the text before it is the account's clock. */
const clock = (iso: string): string => iso.slice(0, 16).replace('T', ' ')

function axisNumber(language: Language, value: number, largest: number): string {
  if (language === 'ko' && value !== 0 && Math.abs(largest) >= 10_000) {
    const tenThousands = value / 10_000
    return `${Number.isInteger(tenThousands) ? tenThousands.toLocaleString('ko-KR') : tenThousands.toFixed(1)}만`
  }
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 }).replace('-', minus)
}

const atNoon = (day: string) => new Date(`${day.slice(0, 10)}T12:00:00Z`)

export function formatsOf(language: Language): Formats {
  const locale = language === 'ko' ? 'ko-KR' : 'en-US'
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const countries = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' })
  return {
    number: (value, { decimals = 0 } = {}) => grouped(language, value, decimals),
    money(won, { decimals = 0 } = {}) {
      const figure = grouped(language, won, decimals)
      return language === 'ko' ? `${figure}원` : `${figure} KRW`
    },
    percent: (ratio, { decimals = 2 } = {}) => fixed(ratio * 100, decimals),
    dateTime: clock,
    date: (iso) => iso.slice(0, 10),
    weekday: (day) => weekday.format(atNoon(day)),
    axisDay(day) {
      const date = atNoon(day)
      const name = weekday.format(date)
      return language === 'ko' ? `${date.getUTCDate()}일 ${name}` : `${name} ${date.getUTCDate()}`
    },
    axisNumber: (value, largest = value) => axisNumber(language, value, largest),
    country(code) {
      try {
        return countries.of(code) ?? code
      } catch {
        return code
      }
    },
  }
}
