import { day, hour, type Instant, instant, minute } from '@voltline/kernel'

/** Operators' pages are on Seoul's clock, which has no summer time. */
const seoulOffset = '+09:00'
const seoulMs = 9 * hour

export const presets = ['day', 'week', 'month'] as const
export type Preset = (typeof presets)[number]
const lengthMs: Record<Preset, number> = { day, week: 7 * day, month: 30 * day }

/** A time as the picker holds it: `YYYY-MM-DD HH:mm:ss` in Seoul. */
export const clockAt = (at: Instant): string =>
  new Date(at + seoulMs).toISOString().slice(0, 19).replace('T', ' ')

/** The same as ISO 8601, for a call. Minutes are picked, so the end takes its whole minute in. */
export const isoOf = (clock: string, end = false): string =>
  `${clock.slice(0, 16).replace(' ', 'T')}:${end ? '59.999' : '00'}${seoulOffset}`

/** The period of a preset that ends with this minute. */
export function periodOf(preset: Preset, nowMs: number): { from: string; to: string } {
  const to = instant(Math.floor(nowMs / minute) * minute)
  return { from: clockAt(instant(to - lengthMs[preset])), to: clockAt(to) }
}
