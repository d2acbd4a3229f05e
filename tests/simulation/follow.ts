import {
  isBefore,
  type LoggedEvent,
  type LogPosition,
  logStart,
} from '../../server/src/domain/events/event-reader.ts'
import {
  type PartitionState,
  readPartitions,
} from '../../server/src/domain/events/partitions/partition-store.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { idOf, type ModelEvent } from './model/model.ts'
import type { World } from './world/world.ts'

/** Follows billing: passes what it has billed to the model, in log order, and checks the log on the way. */
export class Following {
  readonly #world: World
  readonly #taken = new Set<string>()
  readonly #positions = new Map<number, LogPosition>()
  /** The time until which billing reported each partition as billed, since the clock last went backwards. */
  readonly #promisedUntil = new Map<number, number>()
  /** As billing last said. */
  billedUntil = 0
  readonly wrong: string[] = []

  constructor(world: World) {
    this.#world = world
  }

  /** The clock went back: times that counted as billed come again. */
  forgetPromises(): void {
    this.#promisedUntil.clear()
  }

  /** Whether every partition is billed up to these positions. */
  isAt(positions: readonly LogPosition[]): boolean {
    return positions.every(
      (position, partition) => !isBefore(this.#positions.get(partition) ?? logStart, position),
    )
  }

  async follow(): Promise<void> {
    const states = await this.#world.db.read(readPartitions)
    for (const state of states) await this.#followPartition(state)
    this.billedUntil = Math.min(...states.map(({ billedUntil }) => billedUntil))
    await this.#checkLimits()
  }

  /** Partitions share no advertiser, so the model may take one after the other. */
  async #followPartition(state: PartitionState): Promise<void> {
    const { partition, billedUntil } = state
    const before = this.#positions.get(partition) ?? logStart
    if (isBefore(state, before)) {
      this.wrong.push(`the position of partition ${partition} went back`)
      return
    }
    const logged = await this.#world.eventsBetween(partition, before, state)
    const events = logged.filter((event) => this.#isFirst(event)).flatMap((event) => this.#known(event))
    const promisedUntil = this.#promisedUntil.get(partition) ?? 0
    for (const event of events) {
      if (event.receivedAt < promisedUntil)
        this.wrong.push(`${idOf(event)} came after it was said to be billed`)
      if (this.#partitionOf(event) !== partition) this.wrong.push(`${idOf(event)} is in the wrong partition`)
    }
    this.#world.model.batch(events, billedUntil, (event) => this.#partitionOf(event) === partition)
    this.#positions.set(partition, { major: state.major, minor: state.minor })
    this.#promisedUntil.set(partition, Math.max(promisedUntil, billedUntil))
  }

  /** On JetStream an event that was sent twice is in the log twice. In PostgreSQL the model refuses it. */
  #isFirst(event: LoggedEvent): boolean {
    const id = idOf(event)
    if (this.#world.natsUrl && this.#taken.has(id)) return false
    this.#taken.add(id)
    return true
  }

  /** The event as it was reported, and not as the log has it. */
  #known(event: LoggedEvent): ModelEvent[] {
    const known = this.#world.offers.logged(event)
    if (typeof known !== 'string') return [known]
    this.wrong.push(known)
    return []
  }

  /** As the design says it, and not as the program computes it. */
  #partitionOf({ adId }: { adId: number }): number {
    const advertiser = this.#world.model.ads.get(adId)?.advertiser ?? 0
    return Number(((BigInt(advertiser) * 2_654_435_761n) % 4_294_967_296n) % BigInt(this.#world.partitions))
  }

  /** Checks the limits independently of the model. */
  async #checkLimits(): Promise<void> {
    const above = await this.#world.rows(sql<{ what: string }>`
      select 'campaign ' || campaign_id as what from campaign where spent_micros > budget_micros
      union all
      select 'cash ' || account_id from ledger_account where kind = 'CASH' and balance_micros < 0
      union all
      select 'ad ' || a.ad_id from ad a
       where a.spent_micros <> (select coalesce(sum(d.spent_micros), 0) from ad_day d where d.ad_id = a.ad_id)`)
    this.wrong.push(...above.map((row) => `${row.what} is above its limit`))
  }
}
