import { instant, offsetMinutes, type Zone } from '@voltline/kernel'

const two = (value: number) => String(value).padStart(2, '0')

/** `UTC+09:00` for 540 minutes east. */
export function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** Every zone of the browser, and UTC, which browsers leave out of their list; in the order of their names. */
export const zoneNames = (): readonly string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort()

export interface ZoneOption {
  value: string
  label: string
}

/** The zones with today's offset. One that the account has and the browser does not know is added. */
export function zoneOptions(nowMs: number, current?: string): readonly ZoneOption[] {
  const names = zoneNames()
  const all = current && !names.includes(current) ? [...names, current].sort() : names
  return all.map((name) => ({
    value: name,
    label: `${name} (${offsetText(offsetMinutes(instant(nowMs), name as Zone))})`,
  }))
}
