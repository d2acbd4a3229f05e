import { randomBytes } from 'node:crypto'
import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import { connectNats, type NatsOptions } from '../nats/connection.ts'
import type { Broadcast, BroadcastReceiver } from './broadcast.ts'

/** Messages on a NATS subject. Each begins with the name of its sender. */
export class NatsBroadcast implements Broadcast {
  readonly name = randomBytes(6).toString('hex')
  readonly #connection: NatsConnection
  readonly #subject: string
  #subscription: Subscription | undefined

  private constructor(connection: NatsConnection, subject: string) {
    this.#connection = connection
    this.#subject = subject
  }

  /** Throws a NatsFault if no server can be reached. */
  static async connect(options: NatsOptions, subject: string): Promise<NatsBroadcast> {
    return new NatsBroadcast(await connectNats(options), subject)
  }

  async start(receiver: BroadcastReceiver): Promise<void> {
    this.#subscription = this.#connection.subscribe(this.#subject, {
      callback: (fault, message) => {
        if (fault) return
        const text = message.string()
        const from = text.slice(0, this.name.length)
        if (from !== this.name) receiver.onMessage(from, text.slice(this.name.length))
      },
    })
    await this.#connection.flush()
    receiver.onListening()
    void this.#watch(receiver)
  }

  /** The client subscribes again by itself; what was sent meanwhile is lost. */
  async #watch(receiver: BroadcastReceiver): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'reconnect') receiver.onListening()
    }
  }

  send(texts: readonly string[]): Promise<void> {
    for (const text of texts) this.#connection.publish(this.#subject, this.name + text)
    return Promise.resolve()
  }

  async stop(): Promise<void> {
    await this.#connection.flush().catch(() => {})
    this.#subscription?.unsubscribe()
    await this.#connection.close()
  }
}
