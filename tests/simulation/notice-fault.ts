import { expect } from 'vitest'
import { templateName, workerServerUrl } from '../../server/testing/database.ts'
import { simulateOnEmptyDatabase } from './seed-database.ts'
import type { Plant } from './world/world.ts'

const seedsMax = 20
/** Longer than the seeds of `npm run simulate`: most faults then show in the first. */
const eventsMin = 120

/** Expects a seed in which the model disagrees with a program that has this fault. */
export async function expectNoticed(plant: Plant): Promise<void> {
  const server = { url: workerServerUrl(), template: templateName }
  const noticed: string[] = []
  for (let seed = 1; seed <= seedsMax && noticed.length === 0; seed++) {
    const { wrong } = await simulateOnEmptyDatabase(server, { seed, plant, eventsMin })
    noticed.push(...wrong)
  }
  expect(noticed.length).toBeGreaterThan(0)
  // Noticed by its effect or by a constraint, and not because the changed statement is invalid.
  const broken = noticed.filter((line) => line.startsWith('a fault') && !/violates \w+ constraint/.test(line))
  expect(broken).toEqual([])
}
