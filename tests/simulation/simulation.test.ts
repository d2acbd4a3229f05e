import { expect, test } from 'vitest'
import { templateName, workerServerUrl } from '../../server/testing/database.ts'
import { simulateOnEmptyDatabase } from './seed-database.ts'
import type { Outcome } from './simulation.ts'

/** As many as take about as long as the planted faults beside them. `npm run simulate` runs more. */
const seeds = 15

const server = () => ({ url: workerServerUrl(), template: templateName })

test('from the SDK and the consoles to the books: money, counts, statuses, reports and payouts agree with the model', async () => {
  const outcomes: Outcome[] = []
  for (let seed = 1; seed <= seeds; seed++) {
    const outcome = await simulateOnEmptyDatabase(server(), { seed })
    expect(outcome.wrong, `replay with: npm run simulate -- --seed ${seed}`).toEqual([])
    expect(outcome.events).toBeGreaterThan(0)
    outcomes.push(outcome)
  }
  const sum = (figure: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + figure(outcome), 0)
  console.log(
    `Simulation: ${outcomes.length} seeds, ${sum(({ events }) => events)} events, ${sum(({ charged }) => charged)} charged, ` +
      `${sum(({ unpaid }) => unpaid)} unpaid, ${sum(({ invalid }) => invalid)} invalid, ${sum(({ completed }) => completed)} ads completed, ` +
      `${sum(({ crashes }) => crashes)} crashes, ${sum(({ zoneChanges }) => zoneChanges)} zone changes, ` +
      `${sum(({ payouts }) => payouts)} payouts, ` +
      `${sum(({ observed }) => observed)} observed, ${sum(({ corrected }) => corrected)} corrected.`,
  )
  // A simulation that never reaches a limit and never crashes would prove little.
  for (const figure of [
    'charged',
    'unpaid',
    'invalid',
    'completed',
    'crashes',
    'fenced',
    'zoneChanges',
    'payouts',
    'observed',
    'corrected',
  ] as const) {
    expect(sum((outcome) => outcome[figure])).toBeGreaterThan(0)
  }
})
