import { Agent, request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { freshDatabase } from '../../server/testing/database.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { ProgramProcess } from '../../server/testing/program-process.ts'
import { readiness, secondsSince } from './scene.ts'

const clients = 32
const ends: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Calls on one kept connection until a response closes it, as the connections of a load balancer do. */
class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #url: string
  readonly done: Promise<void>
  served = 0
  failed = 0
  wasToldToClose = false

  constructor(url: string) {
    this.#url = url
    this.done = this.#run()
  }

  async #run(): Promise<void> {
    while (!this.wasToldToClose && this.failed === 0) {
      try {
        const { status, connection } = await this.#call()
        if (status >= 500) this.failed++
        else this.served++
        this.wasToldToClose = connection === 'close'
      } catch {
        this.failed++
      }
    }
    this.#agent.destroy()
  }

  #call(): Promise<{ status: number; connection: string | undefined }> {
    return new Promise((resolve, reject) => {
      const call = request(`${this.#url}/api/v1/common/settings`, { agent: this.#agent }, (response) => {
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
        )
        response.resume()
      })
      call.on('error', reject)
      call.end()
    })
  }
}

async function underLoad(): Promise<{ program: ProgramProcess; callers: Caller[] }> {
  const database = await freshDatabase()
  ends.push(() => database.drop())
  const program = new ProgramProcess({ DATABASE_URL: database.url, ROLES: 'web,delivery' })
  ends.push(() => program.remove())
  await program.start()
  const callers = Array.from({ length: clients }, () => new Caller(program.url))
  await eventually(() => callers.every((caller) => caller.served > 3))
  return { program, callers }
}

const sum = (callers: readonly Caller[], count: (caller: Caller) => number): number =>
  callers.reduce((total, caller) => total + count(caller), 0)

test('fault 25: SIGTERM under load fails no request: not ready at once, every answer closes its connection', async () => {
  const { program, callers } = await underLoad()
  const sinceMs = performance.now()
  const ended = program.end('SIGTERM')
  await eventually(async () => (await readiness(program)).draining === true)
  await Promise.all(callers.map((caller) => caller.done))
  await ended
  const endSeconds = secondsSince(sinceMs)
  const failed = sum(callers, (caller) => caller.failed)
  console.log(
    `SIGTERM under load: ${sum(callers, (caller) => caller.served)} requests served on ${clients} kept connections, ` +
      `${failed} failed, ended after ${endSeconds} s.`,
  )
  expect(failed).toBe(0)
  expect(callers.every((caller) => caller.wasToldToClose)).toBe(true)
  expect(endSeconds).toBeLessThan(10)
}, 120_000)

test('control: a process that is killed under load fails requests', async () => {
  const { program, callers } = await underLoad()
  await program.end('SIGKILL')
  await Promise.all(callers.map((caller) => caller.done))
  expect(sum(callers, (caller) => caller.failed)).toBeGreaterThan(0)
}, 120_000)
