import { JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream'
import { second } from '@voltline/kernel'
import type { Log } from '../../../platform/log.ts'

const noMessage = 10_037

/** For so long only leaders are asked after a replica did not answer. */
const leaderOnlyMs = 5 * second

/**
 * Messages by sequence. Any replica may answer; what it does not have yet comes from the leader, and so does all while a
 * replica is silent: NATS goes on asking a paused server for about a minute.
 */
export class StreamMessages {
  readonly #jsm: JetStreamManager
  readonly #log: Pick<Log, 'error'>
  #directFromMs = 0

  constructor(jsm: JetStreamManager, log: Pick<Log, 'error'>) {
    this.#jsm = jsm
    this.#log = log
  }

  /** Undefined only if the leader says that the message was removed from the stream. */
  async fetch(stream: string, sequence: number): Promise<Uint8Array | undefined> {
    const direct = await this.#fromAny(stream, sequence)
    if (direct) return direct
    const stored = await this.#fromLeader(stream, sequence)
    if (stored) return stored
    const { state } = await this.#jsm.streams.info(stream)
    // What is before the first message was released; a hole after it was made by somebody else.
    if (sequence >= state.first_seq) {
      this.#log.error({ stream, sequence }, 'a message was removed from the event log')
    }
    return undefined
  }

  async #fromAny(stream: string, sequence: number): Promise<Uint8Array | undefined> {
    if (performance.now() < this.#directFromMs) return undefined
    try {
      return (await this.#jsm.direct.getMessage(stream, { seq: sequence }))?.data
    } catch {
      this.#directFromMs = performance.now() + leaderOnlyMs
      return undefined
    }
  }

  async #fromLeader(stream: string, sequence: number): Promise<Uint8Array | undefined> {
    try {
      return (await this.#jsm.streams.getMessage(stream, { seq: sequence }))?.data
    } catch (fault) {
      if (fault instanceof JetStreamApiError && fault.code === noMessage) return undefined
      throw fault
    }
  }
}
