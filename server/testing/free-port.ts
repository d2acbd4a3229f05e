import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range from which Linux takes the ports of outgoing connections: none of them can take a free port away. */
const lowestPort = 20_000
const highestPort = 32_000

/** A port that nothing listens on now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowestPort, highestPort)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
