import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { Listener } from '../sync/listener.ts'
import type { Broadcast, BroadcastReceiver } from './broadcast.ts'
import { PartsReader, toParts } from './parts.ts'

const sendMsMax = 2_000

/** Messages as PostgreSQL notifications; all of one call in one transaction. */
export class PostgresBroadcast implements Broadcast {
  readonly name = randomBytes(6).toString('hex')
  readonly #db: Database
  readonly #channel: string
  readonly #reader = new PartsReader()
  #listener: Listener | undefined
  #sent = 0

  constructor(db: Database, channel: string) {
    this.#db = db
    this.#channel = channel
  }

  start(receiver: BroadcastReceiver): Promise<void> {
    this.#listener = new Listener({
      url: this.#db.url,
      channels: [this.#channel],
      onNotification: (_channel, part) => {
        const message = this.#reader.read(part)
        if (message && message.from !== this.name) receiver.onMessage(message.from, message.text)
      },
      onListening: receiver.onListening,
      onLost: () => {},
    })
    return this.#listener.start()
  }

  async send(texts: readonly string[]): Promise<void> {
    const parts = texts.flatMap((text) => toParts(this.name, ++this.#sent, text))
    if (parts.length === 0) return
    await this.#db.statement(
      sql<object>`select pg_notify(${this.#channel}, part) from unnest(${parts}::text[]) as part`,
      sendMsMax,
    )
  }

  async stop(): Promise<void> {
    await this.#listener?.stop()
  }
}
