import { createServer, connect as dial, type Server, type Socket } from 'node:net'

interface Pair {
  client: Socket
  server: Socket
}

/**
 * A network between the program and PostgreSQL that can fail without a word: a frozen connection stays open on both
 * sides and carries nothing, as after a cut cable or a firewall that has forgotten it.
 */
export class TcpProxy {
  readonly #target: { host: string; port: number }
  readonly #pairs = new Set<Pair>()
  #listener: Server | undefined
  #isFrozen = false
  /** Accepted since the start. */
  accepted = 0

  constructor(target: { host: string; port: number }) {
    this.#target = target
  }

  /** The same database through the proxy. */
  static async before(databaseUrl: string): Promise<{ proxy: TcpProxy; url: string }> {
    const url = new URL(databaseUrl)
    const proxy = new TcpProxy({ host: url.hostname, port: Number(url.port) })
    url.port = String(await proxy.listen())
    return { proxy, url: url.href }
  }

  listen(): Promise<number> {
    const listener = createServer({ allowHalfOpen: true }, (client) => this.#accept(client))
    this.#listener = listener
    return new Promise((resolve) => {
      listener.listen(0, '127.0.0.1', () => {
        const address = listener.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
  }

  /** Every connection of this moment carries nothing any more; new ones work. */
  freezeOpen(): void {
    for (const pair of this.#pairs) freeze(pair)
  }

  /** Neither do new connections, until `thaw`. */
  freezeAll(): void {
    this.#isFrozen = true
    this.freezeOpen()
  }

  thaw(): void {
    this.#isFrozen = false
  }

  close(): void {
    this.#listener?.close()
    for (const { client, server } of this.#pairs) {
      client.destroy()
      server.destroy()
    }
  }

  #accept(client: Socket): void {
    this.accepted++
    const server = dial({ ...this.#target, allowHalfOpen: true })
    const pair = { client, server }
    this.#pairs.add(pair)
    client.on('error', () => {})
    server.on('error', () => {})
    if (this.#isFrozen) {
      freeze(pair)
      return
    }
    client.pipe(server)
    server.pipe(client)
    client.on('close', () => {
      this.#pairs.delete(pair)
      server.destroy()
    })
    server.on('close', () => client.destroy())
  }
}

/** Not even the end of one side reaches the other. */
function freeze({ client, server }: Pair): void {
  for (const socket of [client, server]) {
    socket.unpipe()
    socket.removeAllListeners('close')
    socket.removeAllListeners('end')
    socket.pause()
  }
}
