import type { ActionType } from '@voltline/contract'
import type { AdId, Day, Instant, MediumId, Micros } from '@voltline/kernel'

/** What an app or an advertiser reported about an offer. */
export interface OfferEvent {
  /** The UTC day on which the offer was issued, the same for every repeat of an event. */
  issueDay: Day
  /** A lower-case UUID. */
  offerId: string
  action: ActionType
  /** The server's time on arrival; the sender cannot set it. */
  receivedAt: Instant
  adId: AdId
  mediumId: MediumId
  deviceId: string
  /** The clearing price of one billable event, fixed when the offer was issued. */
  priceMicros: Micros
}

/** The only way to write the log. Billing reads it: event-reader.ts. */
export interface EventLog {
  /**
   * Resolves when the whole batch is on disk, with one value for each event in order: true if it is new, false if it
   * repeats an event in the log. Rejects if that is unknown; the sender may then safely send again.
   */
  append(events: readonly OfferEvent[]): Promise<boolean[]>
  /** Makes room for offers issued on these UTC days. Idempotent, and safe in several processes at once. */
  makePartitions(days: readonly Day[]): Promise<void>
}
