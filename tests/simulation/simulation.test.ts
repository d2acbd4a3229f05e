import { expect, test } from 'vitest'
import { templateName, workerServerUrl } from '../../server/testing/database.ts'
import { simulateOnEmptyDatabase } from './seed-database.ts'
import type { Outcome } from './simulation.ts'

/** What fits beside the planted faults in the three minutes that the simulation has in `npm test`. */
const budgetMs = 100_000
const seedsMin = 8

const server = () => ({ url: workerServerUrl(), template: templateName })

test('money, counts, statuses and reports are those of the model, whatever happens', async () => {
  const outcomes: Outcome[] = []
  const until = performance.now() + budgetMs
  for (let seed = 1; seed <= seedsMin || performance.now() < until; seed++) {
    const outcome = await simulateOnEmptyDatabase(server(), { seed })
    expect(outcome.wrong, `replay with: npm run simulate -- --seed ${seed}`).toEqual([])
    expect(outcome.events).toBeGreaterThanOrEqual(500)
    outcomes.push(outcome)
  }
  const sum = (figure: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + figure(outcome), 0)
  console.log(
    `Simulation: ${outcomes.length} seeds, ${sum((one) => one.events)} events, ${sum((one) => one.charged)} charged, ` +
      `${sum((one) => one.unpaid)} unpaid, ${sum((one) => one.invalid)} invalid, ${sum((one) => one.completed)} ads completed, ` +
      `${sum((one) => one.crashes)} crashes, ${sum((one) => one.zoneChanges)} zone changes.`,
  )
  // A simulation in which a limit is never reached or nothing ever breaks would prove little.
  for (const figure of ['charged', 'unpaid', 'invalid', 'completed', 'crashes', 'zoneChanges'] as const) {
    expect(sum((one) => one[figure])).toBeGreaterThan(0)
  }
})
