import { after, type Instant, isoInZone, second, type Zone } from '@voltline/kernel'

/** Older figures say so. */
const freshMsMax = 5 * second

/** A report's field `asOf`, if its figures come from a replica that is too far behind to pass for now. */
export const asOf = (lagMs: number, now: Instant, zone: Zone): { asOf?: string } =>
  lagMs > freshMsMax ? { asOf: isoInZone(after(now, -Math.round(lagMs)), zone) } : {}
