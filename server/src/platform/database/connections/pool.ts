import { second } from '@voltline/kernel'
import { deadline } from '../../sync/deadline.ts'
import { ConnectionLost, DatabaseAway } from '../faults.ts'
import { type Connection, type ConnectionOptions, openConnection } from './connection.ts'

/** For a free connection. */
const waitMsMax = 5 * second
const idleMsMax = 30 * second

interface Idle {
  connection: Connection
  timer: NodeJS.Timeout
}

interface Waiter {
  /** Receives a free connection, or undefined and with it the right to open one. */
  proceed(connection: Connection | undefined): void
  refuse(fault: Error): void
}

/**
 * Connections that are used one after the other. A lost connection never comes back, and one that is stuck takes the
 * idle ones with it: they go through the same network to the same server.
 */
export class Pool {
  readonly #options: ConnectionOptions
  readonly #connectionsMax: number
  /** The one released last is used first. */
  readonly #idle: Idle[] = []
  readonly #waiting: Waiter[] = []
  /** Open, being opened, or promised to a waiter that will open one. */
  #count = 0
  #isClosed = false
  #closed: (() => void) | undefined

  constructor(options: ConnectionOptions & { connectionsMax: number }) {
    this.#connectionsMax = options.connectionsMax
    this.#options = options
  }

  /** A connection for the caller alone, until it is released. */
  async connect(): Promise<Connection> {
    if (this.#isClosed) throw new DatabaseAway('The database is closed.')
    const idle = this.#takeIdle()
    if (idle) return idle
    if (this.#count < this.#connectionsMax) this.#count++
    else {
      const released = await this.#wait()
      if (released) return released
    }
    try {
      return await openConnection({ ...this.#options, onLost: (fault) => this.#lost(fault) })
    } catch (fault) {
      this.#left()
      throw fault
    }
  }

  release(connection: Connection): void {
    if (connection.isStuck) this.dropIdle()
    if (connection.isLost || this.#isClosed) {
      void connection.close()
      this.#left()
      return
    }
    const next = this.#waiting.shift()
    if (next) next.proceed(connection)
    else this.#keep(connection)
  }

  dropIdle(): void {
    for (const { connection, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      connection.drop(new ConnectionLost('Dropped, because another connection is stuck.'))
      this.#left()
    }
  }

  /** Resolves when every connection has been released. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(new DatabaseAway('The database is closed.'))
    const idle = this.#idle.splice(0)
    for (const { timer } of idle) clearTimeout(timer)
    await Promise.all(idle.map(({ connection }) => connection.close()))
    for (const _ of idle) this.#left()
    if (this.#count === 0) return
    await new Promise<void>((resolve) => {
      this.#closed = resolve
    })
  }

  #takeIdle(): Connection | undefined {
    const idle = this.#idle.pop()
    clearTimeout(idle?.timer)
    return idle?.connection
  }

  #keep(connection: Connection): void {
    const timer = setTimeout(() => {
      this.#forget(connection)
      void connection.close()
    }, idleMsMax)
    timer.unref()
    this.#idle.push({ connection, timer })
  }

  /** Takes an idle connection out of the pool, if it is one. */
  #forget(connection: Connection): void {
    const index = this.#idle.findIndex((idle) => idle.connection === connection)
    if (index < 0) return
    clearTimeout(this.#idle[index]?.timer)
    this.#idle.splice(index, 1)
    this.#left()
  }

  #lost(fault: Error): void {
    for (const { connection } of [...this.#idle]) if (connection.isLost) this.#forget(connection)
    this.#options.onLost?.(fault)
  }

  /** A connection is gone; a waiter may open another in its place. */
  #left(): void {
    const next = this.#waiting.shift()
    if (next) next.proceed(undefined)
    else this.#count--
    if (this.#isClosed && this.#count === 0) this.#closed?.()
  }

  #wait(): Promise<Connection | undefined> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        proceed(connection) {
          cancel()
          resolve(connection)
        },
        refuse(fault) {
          cancel()
          reject(fault)
        },
      }
      const cancel = deadline(waitMsMax, () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(new DatabaseAway(`No database connection became free in ${waitMsMax} ms.`))
      })
      this.#waiting.push(waiter)
    })
  }
}
