import { limits } from '@voltline/contract'
import {
  addMonths,
  type Day,
  day,
  hour,
  type Instant,
  localTime,
  minute,
  monthOf,
  seoul,
  startOfDay,
} from '@voltline/kernel'

export interface WindowClock {
  open: boolean
  /** The time until it closes or opens. */
  left: { days: number; hours: number; minutes: number }
  /** The first day of the current or next window. */
  firstDay: Day
  /** The last day on which the current or next window accepts applications. */
  lastDay: Day
  /** The last day of the following month, by which the payout is made. */
  paidBy: Day
  /** Days of the window that have passed, including the fraction of today. */
  daysPast: number
}

/** The payout window at an instant, in Seoul time. */
export function windowClock(now: Instant): WindowClock {
  const local = localTime(now, seoul)
  const dayOfMonth = Number(local.day.slice(8))
  const open = dayOfMonth <= limits.payoutWindowLastDay
  const month = open ? monthOf(local.day) : addMonths(monthOf(local.day), 1)
  const firstDay = `${month}-01` as Day
  const lastDay = `${month}-0${limits.payoutWindowLastDay}` as Day
  const opensAt = startOfDay(firstDay, seoul)
  const closesAt = startOfDay(`${month}-0${limits.payoutWindowLastDay + 1}` as Day, seoul)
  const leftMs = (open ? closesAt : opensAt) - now
  const monthAfterNext = startOfDay(`${addMonths(month, 2)}-01` as Day, seoul)
  return {
    open,
    left: {
      days: Math.floor(leftMs / day),
      hours: Math.floor((leftMs % day) / hour),
      minutes: Math.floor((leftMs % hour) / minute),
    },
    firstDay,
    lastDay,
    paidBy: localTime((monthAfterNext - 1) as Instant, seoul).day,
    daysPast: open ? (now - opensAt) / day : 0,
  }
}
