import { limits } from '@voltline/contract'
import { type Day, type Instant, localTime, type Month, monthOf, seoul } from '@voltline/kernel'

export interface PayoutWindow {
  open: boolean
  /** The month whose window it is, by Seoul's calendar. */
  month: Month
}

/** Applications are open from day 1 to the end of day 5 in Seoul, wherever the publisher is. */
export function payoutWindow(now: Instant): PayoutWindow {
  const local = localTime(now, seoul)
  const dayOfMonth = Number(local.day.slice(8))
  return {
    open: dayOfMonth >= limits.payoutWindowFirstDay && dayOfMonth <= limits.payoutWindowLastDay,
    month: monthOf(local.day),
  }
}

export const firstDayOf = (month: Month): Day => `${month}-01` as Day
