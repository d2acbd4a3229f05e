import { type Instant, localTime, type Zone } from '@voltline/kernel'

const twoDigits = (value: number) => String(value).padStart(2, '0')
/** In the recipient's zone, which it names. */
export const timeText = ({ at, zone }: { at: Instant; zone: Zone }): string => {
  const local = localTime(at, zone)
  return `${local.day} ${twoDigits(local.hour)}:${twoDigits(local.minute)} (${zone})`
}
