import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** What a measured server says about itself. */
export interface Facts {
  port: number
  loadMs?: number
}

/** In the server's process: tells the bench where it listens and, when asked, what it has cost. */
export function report(server: Server, facts: { loadMs?: number } = {}): void {
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port, ...facts })
  })
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicros: user + system })
  })
  process.on('disconnect', () => process.exit(0))
}

/** A server in a process of its own, so that its processor time is its own. */
export class MeasuredServer {
  readonly #child: ReturnType<typeof fork>
  readonly facts: Facts

  private constructor(child: ReturnType<typeof fork>, facts: Facts) {
    this.#child = child
    this.facts = facts
  }

  static async start(file: string, args: readonly string[]): Promise<MeasuredServer> {
    const child = fork(join(import.meta.dirname, file), args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const [facts] = (await once(child, 'message')) as [Facts]
    return new MeasuredServer(child, facts)
  }

  async cpuMicros(): Promise<number> {
    this.#child.send('cpu')
    const [answer] = (await once(this.#child, 'message')) as [{ cpuMicros: number }]
    return answer.cpuMicros
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit')
    this.#child.disconnect()
    await gone
  }
}
