import { second } from '@voltline/kernel'
import pg from 'pg'
import { connectionConfig } from '../database/database.ts'

const reconnectMs = second

export interface ListenerOptions {
  url: string
  channels: readonly string[]
  onNotification: (channel: string) => void
  /** Listening has begun. Notifications sent before, also during an outage, never arrive: read the state again. */
  onListening: () => void
  /** The connection was lost or could not be made; the listener connects again by itself. */
  onLost: (fault: unknown) => void
}

/** Listens for PostgreSQL notifications on a connection of its own, and reconnects when it is lost. */
export class Listener {
  readonly #options: ListenerOptions
  #client: pg.Client | undefined
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
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }

  async #listen(): Promise<void> {
    const { url, channels, onNotification, onListening } = this.#options
    const client = new pg.Client(connectionConfig(url, 'writer'))
    this.#client = client
    client.on('notification', ({ channel }) => onNotification(channel))
    client.on('error', (fault) => this.#lost(client, fault))
    client.on('end', () => this.#lost(client, new Error('The connection has ended.')))
    try {
      await client.connect()
      await client.query(channels.map((channel) => `listen ${client.escapeIdentifier(channel)}`).join('; '))
      if (this.#client === client) onListening()
    } catch (fault) {
      this.#lost(client, fault)
    }
  }

  #lost(client: pg.Client, fault: unknown): void {
    if (this.#stopped || this.#client !== client) return
    this.#client = undefined
    client.end().catch(() => {})
    this.#reconnect = setTimeout(() => void this.#listen(), reconnectMs)
    this.#options.onLost(fault)
  }
}
