import { dayOff, dayOn, type SchedulePreset } from '@voltline/contract'

/** Seven hour masks, Sunday first. */
export type Week = readonly number[]

const on = (...days: number[]): number[] =>
  Array.from({ length: 7 }, (_, day) => (days.includes(day) ? dayOn : dayOff))

/** The week of a preset; `self` starts with every day off. */
export const weekOf: Record<SchedulePreset, Week> = {
  daily: on(0, 1, 2, 3, 4, 5, 6),
  weekday: on(1, 2, 3, 4, 5),
  weekend: on(0, 6),
  self: on(),
}

const same = (one: Week, other: Week): boolean => one.every((mask, day) => mask === other[day])

/** The preset that a stored week is; every other week was set by hand. */
export const presetOfWeek = (week: Week): SchedulePreset =>
  (['daily', 'weekday', 'weekend'] as const).find((preset) => same(weekOf[preset], week)) ?? 'self'

/** Switches one whole day. */
export const withDay = (week: Week, day: number, isOn: boolean): number[] =>
  week.map((mask, index) => (index === day ? (isOn ? dayOn : dayOff) : mask))

export const hasDay = (week: Week): boolean => week.some((mask) => mask > 0)

/** Some hours of the day, not all: such masks come through the call and are kept. */
export const isPart = (mask: number): boolean => mask !== dayOff && mask !== dayOn

const clock = (hour: number): string => String(hour).padStart(2, '0')

/** The hours of a mask as spans: 07–12, 18–24. */
export function hoursOf(mask: number): string {
  const spans: string[] = []
  let from = -1
  for (let hour = 0; hour <= 24; hour++) {
    const isOn = hour < 24 && (mask & (1 << hour)) !== 0
    if (isOn && from < 0) from = hour
    if (!isOn && from >= 0) {
      spans.push(`${clock(from)}–${clock(hour)}`)
      from = -1
    }
  }
  return spans.join(', ')
}
