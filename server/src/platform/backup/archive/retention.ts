import { after, day, hour, type Instant, instant } from '@voltline/kernel'
import type { Base } from './base-backup.ts'

/** 03:00 in Seoul: the quietest hour. Seoul has no daylight saving time. */
const nightlyUtcHour = 18

/** The last time that a base backup was due. */
function lastNight(now: Instant): Instant {
  const today = instant(Math.floor(now / day) * day + nightlyUtcHour * hour)
  return today <= now ? today : after(today, -day)
}

export const isBaseDue = (newest: Pick<Base, 'startedAt'> | undefined, now: Instant): boolean =>
  newest === undefined || newest.startedAt < lastNight(now)

/** Log and segment, without the timeline: they grow along all timelines. */
const positionOf = (walFile: string): string => walFile.slice(8, 24)

/** A base backup without a manifest was interrupted, or is being made. */
const unfinishedMsMax = 2 * day

/**
 * The objects that no instant of the last `days` needs: older base backups, except the newest of them, from which the
 * first of those instants is restored, and the WAL before it.
 */
export function expiredObjects(
  found: { bases: readonly Base[]; baseObjects: readonly string[]; walObjects: readonly string[] },
  span: { now: Instant; days: number },
): string[] {
  const from = after(span.now, -span.days * day)
  const first = found.bases.findLast((base) => base.finishedAt <= from) ?? found.bases[0]
  if (!first) return []
  const kept = new Set(found.bases.filter((base) => base.startedAt >= first.startedAt).map((base) => base.id))
  const known = new Set(found.bases.map((base) => base.id))
  const isExpiredBase = (object: string): boolean => {
    const id = object.split('/')[1] ?? ''
    return known.has(id) ? !kept.has(id) : startOf(id) < span.now - unfinishedMsMax
  }
  const isExpiredWal = (object: string): boolean => {
    const file = object.slice('wal/'.length)
    return !file.endsWith('.history') && positionOf(file) < positionOf(first.startSegment)
  }
  return [...found.baseObjects.filter(isExpiredBase), ...found.walObjects.filter(isExpiredWal)]
}

/** An id begins with its time: 20261116T180000Z. */
const startOf = (id: string): number =>
  Date.parse(id.slice(0, 16).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
