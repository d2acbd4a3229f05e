import { randomUUID } from 'node:crypto'
import type { Instant } from '@voltline/kernel'
import type { LogPosition } from '../domain/events/event-reader.ts'
import {
  giveUpPartitions,
  type PartitionState,
  readPartitions,
  takePartitions,
} from '../domain/events/partitions/partition-store.ts'
import { beat, forgetProcesses } from '../domain/events/partitions/process-store.ts'
import { type SharedPartition, shareOf } from '../domain/events/partitions/sharing.ts'
import type { Database } from '../platform/database/database.ts'

const beatMsDefault = 1_000
/** A process whose beat stands still for this many beats of the observer is dead. */
const silentBeatsMax = 3

/** A partition that this process bills. */
export interface HeldPartition extends PartitionState {
  isBusy: boolean
  /** To be given up as soon as it is not busy, because another process is to have it. */
  isLeaving: boolean
}

/** Of a test that decides when time passes: it gives the beats itself, and silence is measured with its clock. */
export interface SteppedSharing {
  process: string
  nowMs: () => number
}

interface ObservedBeat {
  beat: bigint
  sinceMs: number
}

/**
 * The right to bill partitions. Every process raises a beat each second and takes an even share of the partitions; those
 * of a process whose beat stands still are shared among the others. Taking a partition raises its fence, which is checked
 * in every batch and stops a process that was paused and has lost it. Silence is measured with this process's monotonic
 * clock, so that no clock of another machine matters.
 */
export class PartitionLeases {
  readonly process: string
  readonly #db: Database
  readonly #partitions: number
  readonly #beatMs: number
  readonly #stepped: SteppedSharing | undefined
  readonly #held = new Map<number, HeldPartition>()
  readonly #observed = new Map<string, ObservedBeat>()
  #round: Promise<void> = Promise.resolve()
  #joined: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #hasLeft = false

  constructor(services: {
    db: Database
    partitions: number
    beatMs?: number | undefined
    stepped?: SteppedSharing | undefined
  }) {
    this.#db = services.db
    this.#partitions = services.partitions
    this.#beatMs = services.beatMs ?? beatMsDefault
    this.#stepped = services.stepped
    this.process = services.stepped?.process ?? randomUUID()
  }

  /** Takes part in the sharing from now on. Returns after the first attempt to take partitions. */
  async join(): Promise<void> {
    this.#joined ??= this.#next()
    try {
      await this.#joined
    } catch (fault) {
      this.#joined = undefined
      throw fault
    }
  }

  /** One beat of a stepped process. */
  async beat(): Promise<void> {
    if (this.#joined) await this.#next()
    else await this.join()
  }

  /** The partitions that can be billed now. */
  get available(): HeldPartition[] {
    return [...this.#held.values()].filter((held) => !held.isBusy && !held.isLeaving)
  }

  /** After a failed batch: its outcome may be unknown, or another process may have the partition. */
  drop({ partition }: HeldPartition): void {
    this.#held.delete(partition)
  }

  /** Gives up all partitions at once. */
  async leave(): Promise<void> {
    this.#hasLeft = true
    clearTimeout(this.#timer)
    if (!this.#joined) return
    await this.#round.catch(() => {})
    this.#held.clear()
    await this.#db.transaction(async (tx) => {
      await giveUpPartitions(tx, this.process, 'all')
      await forgetProcesses(tx, [this.process])
    })
  }

  #next(): Promise<void> {
    clearTimeout(this.#timer)
    this.#round = this.#share().finally(() => {
      if (this.#hasLeft || this.#stepped) return
      this.#timer = setTimeout(() => void this.#next().catch(() => {}), this.#beatMs)
      this.#timer.unref()
    })
    return this.#round
  }

  /** Raises the beat and moves towards an even share. */
  async #share(): Promise<void> {
    // In this order: a process beats before it takes a partition, so every living holder is among the beats.
    const partitions = await this.#db.read(readPartitions)
    const beats = await beat(this.#db, this.process)
    if (partitions.length !== this.#partitions) {
      this.#held.clear()
      throw new Error(`The event log has ${partitions.length} partitions, not ${this.#partitions}.`)
    }
    const dead = this.#findDead(beats)
    const living = new Set([...beats.keys()].filter((process) => !dead.has(process)))
    for (const state of partitions) {
      const held = this.#held.get(state.partition)
      if (held && held.fence < state.fence) this.#held.delete(state.partition)
    }
    const shared = partitions.map((state) => this.#asShared(state))
    await this.#change(shareOf(this.process, shared, living), { shared: partitions, living, dead })
  }

  /** A partition that this process dropped is free, although it is still named as the holder. */
  #asShared({ partition, holder }: SharedPartition): SharedPartition {
    const isDropped = holder === this.process && !this.#held.has(partition)
    return { partition, holder: isDropped ? undefined : holder }
  }

  async #change(
    { take, giveUp }: { take: number[]; giveUp: number[] },
    seen: { shared: readonly SharedPartition[]; living: ReadonlySet<string>; dead: ReadonlySet<string> },
  ): Promise<void> {
    const leaving = this.#startLeaving(giveUp)
    if (take.length === 0 && leaving.length === 0 && seen.dead.size === 0) return
    const holders = seen.shared.flatMap(({ holder }) => holder ?? [])
    const isGone = (holder: string) => holder === this.process || !seen.living.has(holder)
    const wanted = { partitions: take, dead: [...new Set(holders.filter(isGone))] }
    const taken = await this.#db.transaction(async (tx) => {
      await giveUpPartitions(tx, this.process, leaving)
      const states = await takePartitions(tx, this.process, wanted)
      await forgetProcesses(tx, [...seen.dead].sort())
      return states
    })
    for (const state of taken) this.#held.set(state.partition, { ...state, isBusy: false, isLeaving: false })
  }

  /** Returns the partitions that can be given up at once; no batch of them begins from now on. */
  #startLeaving(partitions: readonly number[]): number[] {
    for (const held of this.#held.values()) held.isLeaving = partitions.includes(held.partition)
    const idle = partitions.filter((partition) => this.#held.get(partition)?.isBusy === false)
    for (const partition of idle) this.#held.delete(partition)
    return idle
  }

  #findDead(beats: ReadonlyMap<string, bigint>): Set<string> {
    const nowMs = this.#stepped?.nowMs() ?? performance.now()
    const dead = new Set<string>()
    for (const process of this.#observed.keys()) if (!beats.has(process)) this.#observed.delete(process)
    for (const [process, count] of beats) {
      const observed = this.#observed.get(process)
      if (observed?.beat !== count) this.#observed.set(process, { beat: count, sinceMs: nowMs })
      else if (nowMs - observed.sinceMs >= silentBeatsMax * this.#beatMs) dead.add(process)
    }
    dead.delete(this.process)
    return dead
  }
}

/** Remembers a batch that was committed. */
export function moveTo(held: HeldPartition, state: LogPosition & { billedUntil: Instant }): void {
  held.major = state.major
  held.minor = state.minor
  held.billedUntil = state.billedUntil
}
