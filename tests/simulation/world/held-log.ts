import { assert } from '@voltline/kernel'
import pg from 'pg'
import type { EventLog, OfferEvent } from '../../../server/src/domain/events/event-log.ts'
import { insertEvents } from '../../../server/src/domain/events/postgres/postgres-event-log.ts'
import { connectionConfig } from '../../../server/src/platform/database/connections/connection.ts'
import { Tx } from '../../../server/src/platform/database/database.ts'

/** What a planted fault does to events on their way into the log. */
export interface LogPlant {
  /** Changes an event. */
  event?: (event: OfferEvent) => OfferEvent
  /** Acknowledges an event and does not store it. */
  loses?: (event: OfferEvent) => boolean
  /** Calls every event new. */
  forgetsRepeats?: boolean
}

interface Holder {
  client: pg.Client
  fresh: boolean[]
  resolve: (fresh: boolean[]) => void
  reject: (fault: unknown) => void
}

/** The event log as a delivery process sees it, with a writer that can stop between its insert and its commit. */
export class HeldLog implements EventLog {
  readonly #log: EventLog
  readonly #options: { url: string; partitions: number; plant: LogPlant }
  #onHeld: (() => void) | undefined
  #holder: Holder | undefined

  constructor(log: EventLog, options: { url: string; partitions: number; plant: LogPlant }) {
    this.#log = log
    this.#options = options
  }

  get gathering(): EventLog['gathering'] {
    return this.#log.gathering
  }

  get isHolding(): boolean {
    return this.#holder !== undefined
  }

  /** The next append stops before its commit. Resolves once it is there. */
  holdNext(): Promise<void> {
    return new Promise((resolve) => {
      this.#onHeld = resolve
    })
  }

  /** Nothing was appended. */
  holdNothing(): void {
    this.#onHeld = undefined
  }

  async append(given: readonly OfferEvent[]): Promise<boolean[]> {
    const { plant } = this.#options
    const events = given.map((event) => plant.event?.(event) ?? event)
    if (this.#onHeld) return this.#hold(events, this.#onHeld)
    const stored = events.filter((event) => !plant.loses?.(event))
    const fresh = await this.#log.append(stored)
    return events.map((event) => plant.forgetsRepeats || (fresh[stored.indexOf(event)] ?? true))
  }

  async #hold(events: readonly OfferEvent[], onHeld: () => void): Promise<boolean[]> {
    this.#onHeld = undefined
    await this.#log.prepareDays([...new Set(events.map((event) => event.issueDay))])
    const client = new pg.Client(connectionConfig(this.#options.url, 'writer'))
    await client.connect()
    await client.query('begin')
    const fresh = await insertEvents(new Tx(client), events, this.#options.partitions)
    return new Promise((resolve, reject) => {
      this.#holder = { client, fresh, resolve, reject }
      onHeld()
    })
  }

  async release(commits: boolean): Promise<void> {
    const holder = this.#holder
    assert(holder, 'an append is held')
    this.#holder = undefined
    await holder.client.query(commits ? 'commit' : 'rollback')
    await holder.client.end()
    if (commits) holder.resolve(holder.fresh)
    else holder.reject(new Error('The writer was rolled back.'))
  }

  laneOf(event: OfferEvent): number {
    return this.#log.laneOf(event)
  }

  prepareDays(...days: Parameters<EventLog['prepareDays']>): Promise<void> {
    return this.#log.prepareDays(...days)
  }

  findReceivedAt(...key: Parameters<EventLog['findReceivedAt']>): ReturnType<EventLog['findReceivedAt']> {
    return this.#log.findReceivedAt(...key)
  }

  findEvents(...offers: Parameters<EventLog['findEvents']>): ReturnType<EventLog['findEvents']> {
    return this.#log.findEvents(...offers)
  }

  check(): Promise<void> {
    return this.#log.check()
  }

  close(): Promise<void> {
    return this.#log.close()
  }
}
