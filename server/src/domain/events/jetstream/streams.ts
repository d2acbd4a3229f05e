import { setTimeout as wait } from 'node:timers/promises'
import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
  type StreamUpdateConfig,
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { minute } from '@voltline/kernel'
import { NatsFault } from '../../../platform/nats/connection.ts'

/** The streams of one network: a partition n is the stream `<prefix>-events-<n>`, counted from 0. */
export interface StreamPlan {
  prefix: string
  partitions: number
  replicas: number
  /** Of the whole log; undefined if only the servers' own limits apply. */
  bytesMax: number | undefined
  /** Of the database that bills this log: another network with the same prefix is noticed. */
  networkId: string
}

export const streamName = (prefix: string, partition: number): string => `${prefix}-events-${partition}`
export const streamSubject = (prefix: string, partition: number): string => `${prefix}.events.${partition}`

/** Payload and headers. */
const messageBytesMax = 256 * 1_024
/** For so long a repeated publish is recognised; an append repeats one for seconds. */
const duplicateMs = 2 * minute
const retryMs = 250
const nameInUse = 10_058
const streamNotFound = 10_059

const hasCode = (fault: unknown, code: number): boolean =>
  fault instanceof JetStreamApiError && fault.code === code

const descriptionOf = (plan: StreamPlan, partition: number): string =>
  `Voltline events, partition ${partition} of ${plan.partitions}, network ${plan.networkId}`

/** What a stream says about the log it belongs to; undefined if it was not made by the program. */
function partOf({ config }: StreamInfo): { partitions: number; networkId: string } | undefined {
  const found = /partition \d+ of (\d+), network (\S+)$/.exec(config.description ?? '')
  return found ? { partitions: Number(found[1]), networkId: found[2] ?? '' } : undefined
}

const bytesMaxOf = ({ bytesMax, partitions }: StreamPlan): number =>
  bytesMax === undefined ? -1 : Math.max(1, Math.floor(bytesMax / partitions))

const streamConfig = (plan: StreamPlan, partition: number): Partial<StreamUpdateConfig> => ({
  subjects: [streamSubject(plan.prefix, partition)],
  description: descriptionOf(plan, partition),
  max_age: 0,
  max_bytes: bytesMaxOf(plan),
  max_msgs: -1,
  max_msg_size: messageBytesMax,
  // A full stream refuses new events and keeps the old ones.
  discard: DiscardPolicy.New,
  duplicate_window: nanos(duplicateMs),
  num_replicas: plan.replicas,
  allow_direct: true,
})

async function findStream(jsm: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  try {
    return await jsm.streams.info(name)
  } catch (fault) {
    if (hasCode(fault, streamNotFound)) return undefined
    throw fault
  }
}

async function createStream(jsm: JetStreamManager, plan: StreamPlan, partition: number): Promise<StreamInfo> {
  const name = streamName(plan.prefix, partition)
  try {
    return await jsm.streams.add({
      name,
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      ...streamConfig(plan, partition),
    })
  } catch (fault) {
    // Another process has made it meanwhile.
    if (hasCode(fault, nameInUse)) return jsm.streams.info(name)
    throw fault
  }
}

/** Keeps the replicas that a stream has: a process whose URL names fewer servers must not take any away. */
async function ensureStream(jsm: JetStreamManager, plan: StreamPlan, partition: number): Promise<StreamInfo> {
  const name = streamName(plan.prefix, partition)
  const found = await findStream(jsm, name)
  if (!found) return createStream(jsm, plan, partition)
  const known = partOf(found)
  if (known && known.networkId !== plan.networkId) {
    throw new NatsFault(`The stream ${name} belongs to another network: set NATS_PREFIX to another prefix.`)
  }
  if (known && known.partitions !== plan.partitions) throw wrongPartitions(plan, known.partitions)
  if (found.config.max_bytes === bytesMaxOf(plan)) return found
  return jsm.streams.update(name, { max_bytes: bytesMaxOf(plan) })
}

const wrongPartitions = ({ prefix, partitions }: StreamPlan, found: number): NatsFault =>
  new NatsFault(
    `EVENT_PARTITIONS is ${partitions}, but the log ${prefix}-events on NATS has ${found} partitions.`,
  )

async function ensureAll(jsm: JetStreamManager, plan: StreamPlan): Promise<StreamInfo[]> {
  if (await findStream(jsm, streamName(plan.prefix, plan.partitions))) {
    throw wrongPartitions(plan, await countStreams(jsm, plan.prefix))
  }
  const partitions = Array.from({ length: plan.partitions }, (_, partition) => partition)
  return Promise.all(partitions.map((partition) => ensureStream(jsm, plan, partition)))
}

async function countStreams(jsm: JetStreamManager, prefix: string): Promise<number> {
  let count = 0
  for await (const _ of jsm.streams.names(`${prefix}.events.*`)) count++
  return count
}

/**
 * Makes the streams that are missing, and returns all in order of their partitions. Several processes may do so at once. A cluster that has just started first elects
 * its leaders, so failures are repeated until the time is over.
 */
export async function ensureStreams(
  jsm: JetStreamManager,
  plan: StreamPlan,
  untilMs: number,
): Promise<StreamInfo[]> {
  for (;;) {
    try {
      return await ensureAll(jsm, plan)
    } catch (fault) {
      if (fault instanceof NatsFault) throw fault
      if (performance.now() >= untilMs) {
        const reason = fault instanceof Error ? fault.message : String(fault)
        throw new NatsFault(`NATS cannot hold the event log: ${reason}.`)
      }
      await wait(retryMs)
    }
  }
}
