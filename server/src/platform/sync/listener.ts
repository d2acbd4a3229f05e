import { second } from '@voltline/kernel'
import pg from 'pg'
import { type Connection, openConnection } from '../database/connections/connection.ts'

const reconnectMs = second
/** A listener says nothing, so a dead connection would look like a quiet one. */
const heartbeatMs = 5 * second
const replyMsMax = 5 * second

export interface ListenerOptions {
  url: string
  channels: readonly string[]
  onNotification: (channel: string, payload: string) => void
  /** Listening has begun. Notifications sent before, also during an outage, never arrive: read the state again. */
  onListening: () => void
  /** The connection was lost or could not be made; the listener connects again by itself. */
  onLost: (fault: unknown) => void
}

/** Listens for PostgreSQL notifications on a connection of its own, and reconnects when it is lost. */
export class Listener {
  readonly #options: ListenerOptions
  #connection: Connection | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #reconnect: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  /** Resolves after the first attempt. If it failed, `onLost` was called and the next attempt is scheduled. */
  start(): Promise<void> {
    return this.#listen()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#reconnect)
    clearInterval(this.#heartbeat)
    await this.#connection?.close()
  }

  async #listen(): Promise<void> {
    const { url, channels, onNotification, onListening } = this.#options
    const text = channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join('; ')
    try {
      const connection = await openConnection({
        url,
        role: 'writer',
        statementMsMax: replyMsMax,
        onNotification,
        onLost: (fault) => this.#lost(fault),
      })
      this.#connection = connection
      await connection.query({ text })
      if (this.#stopped) await connection.close()
      else if (!connection.isLost) {
        this.#heartbeat = setInterval(
          () => connection.query({ text: 'select 1' }).catch(() => {}),
          heartbeatMs,
        )
        onListening()
      }
    } catch (fault) {
      this.#lost(fault)
    }
  }

  #lost(fault: unknown): void {
    clearInterval(this.#heartbeat)
    if (this.#stopped || this.#reconnect) return
    this.#reconnect = setTimeout(() => {
      this.#reconnect = undefined
      void this.#listen()
    }, reconnectMs)
    this.#options.onLost(fault)
  }
}
