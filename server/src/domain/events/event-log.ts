import type { ActionType } from '@voltline/contract'
import type { AdId, Day, Instant, MediumId, Micros } from '@voltline/kernel'

/** What an app or an advertiser reported about an offer. */
export interface OfferEvent {
  /** The UTC day on which the offer was issued: a repeat always has its twin's day. */
  issueDay: Day
  /** A uuid, lower case. */
  offerId: string
  action: ActionType
  /** The server's time on arrival; the sender has no say in it. */
  receivedAt: Instant
  adId: AdId
  mediumId: MediumId
  deviceId: string
  /** Per billable event, as the offer promised it. */
  price: Micros
}

/** The one way into the log. Billing reads the other side: event-reader.ts. */
export interface EventLog {
  /**
   * Resolves when the whole batch is on disk, with one answer for each event in order: true when it is new, false
   * when it repeats one that is there. Rejects when that is not known; the sender may then send again without harm.
   */
  append(events: readonly OfferEvent[]): Promise<boolean[]>
  /** Makes room for offers issued on these UTC days. Safe to call again, and from several processes at once. */
  makePartitions(days: readonly Day[]): Promise<void>
}

/** The name of a UTC day's partition of `event` or `counted_event`. */
export const partitionName = (table: 'event' | 'counted_event', day: Day): string =>
  `${table}_${day.replaceAll('-', '')}`
