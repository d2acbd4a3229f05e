import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../server/testing/database.ts'
import { ProgramProcess } from '../../server/testing/program-process.ts'
import { Flood, right, spread } from './flood.ts'

/** 20 in `npm test`, 200 in `npm run faults`. */
const kills = Number(process.env.KILLS ?? 20)
const senders = 24

let database: FreshDatabase | undefined
let flood: Flood | undefined
let program: ProgramProcess | undefined

afterAll(async () => {
  await flood?.end()
  await program?.remove()
  await database?.drop()
})

test(
  `faults 1–3: killed ${kills} times in full flood, the program loses nothing that it acknowledged and charges nothing twice`,
  async () => {
    database = await freshDatabase()
    flood = new Flood(database.url)
    program = new ProgramProcess({ DATABASE_URL: database.url, ROLES: 'delivery,billing' })
    await program.start()
    await flood.build()
    flood.url = program.url
    await until(() => flood?.ask('first'))
    flood.start(senders)
    const servingMs: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      // At a different moment each time: during the start, in the middle of a batch, and in steady state.
      await wait(60 + ((kill * 97) % 700))
      await program.end('SIGKILL')
      const since = performance.now()
      await program.start()
      flood.url = program.url
      await until(() => flood?.ask(`after-${kill}`))
      servingMs.push(performance.now() - since)
    }
    await wait(500)
    await flood.stop()
    await program.end('SIGTERM')
    const verdict = await flood.verify()
    console.log(
      `Killed ${kills} times: ${verdict.acknowledged} events acknowledged, ${verdict.lost} lost, ${verdict.twice} twice; ` +
        spread('start to serving', servingMs),
    )
    expect(verdict).toMatchObject(right)
    expect(verdict.money).toHaveLength(1)
    expect(verdict.acknowledged).toBeGreaterThan(kills)
  },
  60_000 + kills * 20_000,
)

async function until<T>(ask: () => Promise<T> | undefined): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    if (await ask()) return
    await wait(15)
  }
  throw new Error('It never came.')
}
