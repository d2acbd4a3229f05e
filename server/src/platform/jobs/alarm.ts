import { second } from '@voltline/kernel'
import pg from 'pg'
import { connectionConfig } from '../database/database.ts'
import type { Log } from '../log.ts'
import { jobChannel } from './queue.ts'

const reconnectMs = second

/** Rings when a job was committed anywhere, and every so often in case a call was missed or a job became due. */
export class Alarm {
  readonly #services: { url: string; log: Log; pollMs: number }
  #client: pg.Client | undefined
  #reconnect: NodeJS.Timeout | undefined
  #rung = false
  #wake: (() => void) | undefined
  #stopped = false

  constructor(services: { url: string; log: Log; pollMs: number }) {
    this.#services = services
  }

  start(): void {
    void this.#listen()
  }

  ring(): void {
    this.#rung = true
    this.#wake?.()
  }

  /** Resolves at the next ring; at once when it rang since the last call. */
  async next(): Promise<void> {
    if (!this.#rung && !this.#stopped) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#services.pollMs)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#wake = undefined
    }
    this.#rung = false
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#reconnect)
    this.ring()
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }

  async #listen(): Promise<void> {
    const client = new pg.Client(connectionConfig(this.#services.url, 'writer'))
    this.#client = client
    client.on('notification', () => this.ring())
    client.on('error', (fault) => this.#lost(client, fault))
    client.on('end', () => this.#lost(client, new Error('the connection ended')))
    try {
      await client.connect()
      await client.query(`listen ${jobChannel}`)
      // What was committed before the connection stood has rung nowhere.
      this.ring()
    } catch (fault) {
      this.#lost(client, fault)
    }
  }

  #lost(client: pg.Client, fault: unknown): void {
    if (this.#stopped || this.#client !== client) return
    this.#client = undefined
    this.#services.log.warn({ err: fault }, 'job wake-up calls are lost for a moment')
    client.end().catch(() => {})
    this.#reconnect = setTimeout(() => void this.#listen(), reconnectMs)
  }
}
