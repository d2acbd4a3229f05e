import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** The first message of a measured server. */
export interface ReadyMessage {
  port: number
  loadMs?: number
}

/** In the server's process: sends the bench its port and, on request, the processor time it has used. */
export function report(server: Server, load: { loadMs?: number } = {}): void {
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port, ...load })
  })
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicros: user + system })
  })
  process.on('disconnect', () => process.exit(0))
}

/** A server in a separate process, so that its processor time can be measured. */
export class MeasuredServer {
  readonly #child: ReturnType<typeof fork>
  readonly ready: ReadyMessage

  private constructor(child: ReturnType<typeof fork>, ready: ReadyMessage) {
    this.#child = child
    this.ready = ready
  }

  static async start(file: string, args: readonly string[]): Promise<MeasuredServer> {
    const child = fork(join(import.meta.dirname, file), args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const [ready] = (await once(child, 'message')) as [ReadyMessage]
    return new MeasuredServer(child, ready)
  }

  async cpuMicros(): Promise<number> {
    this.#child.send('cpu')
    const [reply] = (await once(this.#child, 'message')) as [{ cpuMicros: number }]
    return reply.cpuMicros
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit')
    this.#child.disconnect()
    await gone
  }
}
