import type { ActionType } from '@voltline/contract'
import type { AdId, CustomerId, Day, Instant, MediumId, Micros } from '@voltline/kernel'

/** Identifies an event: a second one with the same key repeats the first. */
export interface EventKey {
  /** The UTC day on which the offer was issued, the same for every repeat of an event. */
  issueDay: Day
  /** A lower-case UUID. */
  offerId: string
  action: ActionType
}

/** What an app or an advertiser reported about an offer. */
export interface OfferEvent extends EventKey {
  /** The server's time on arrival; the sender cannot set it. */
  receivedAt: Instant
  adId: AdId
  /** The ad's advertiser, from the database and never from the sender. It decides the partition. */
  advertiserId: CustomerId
  mediumId: MediumId
  deviceId: string
  /** The clearing price of one billable event, fixed when the offer was issued. */
  priceMicros: Micros
  /** How it came, encoded (domain/quality/evidence); undefined in events of older versions, which are not judged. */
  evidence?: Buffer | undefined
  /** What the app sent with a watch for the unit's reward callback, encoded (domain/callback/passthrough.ts). */
  passthrough?: string | undefined
}

/** An event that is in the log. */
export interface FoundEvent extends EventKey {
  receivedAt: Instant
  /** A LogPosition (event-reader.ts) in the partition of its advertiser, if the log can tell. */
  position?: { major: bigint; minor: bigint }
}

/** How events are best gathered into appends. */
export interface Gathering {
  /** How long to wait for more events before an append; 0 for those that arrive together. */
  ms: number
  /** Appends of one lane at the same time. */
  appendsMax: number
}

/** The only way to write the log. Billing reads it: event-reader.ts. */
export interface EventLog {
  /**
   * Resolves when every event is durable, with one value for each event in order: true if it is new as far as the log
   * knows, false if it repeats another. Rejects if that is unknown; the sender may then safely send again.
   */
  append(events: readonly OfferEvent[]): Promise<boolean[]>
  /** Events of one lane are best appended together; an append of one lane never waits for another lane. */
  laneOf(event: OfferEvent): number
  readonly gathering: Gathering
  /**
   * Makes room for events of offers issued on these UTC days, also where billing counts them. Idempotent, and safe in
   * several processes at once.
   */
  prepareDays(days: readonly Day[]): Promise<void>
  /** When the event was first reported; undefined if the log does not know it, or no longer. */
  findReceivedAt(event: EventKey): Promise<Instant | undefined>
  /** The events of these offers, each as it was first reported, oldest first; as far as the log still knows them. */
  findEvents(offers: readonly Pick<EventKey, 'issueDay' | 'offerId'>[]): Promise<FoundEvent[]>
  /** Rejects if the log cannot be reached. */
  check(): Promise<void>
  close(): Promise<void>
}

const hashMultiplier = 2_654_435_761

/**
 * The partition of an advertiser's events, counted from 0. Every limit on spending belongs to one advertiser, so two
 * partitions never share one. The migration repeats this in SQL.
 */
export const partitionOf = (advertiserId: CustomerId, partitions: number): number =>
  (Math.imul(advertiserId, hashMultiplier) >>> 0) % partitions
