import { type CustomerId, type Instant, type Micros, micros } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import { openCases } from './case-store.ts'
import { amountsOf } from './figures.ts'
import { unionBefore } from './period.ts'

/**
 * What open cases hold of a publisher's revenue from before `end`. A charge is held once, however many cases cover it.
 */
export async function heldRevenue(
  session: ReadSession,
  publisher: CustomerId,
  end: Instant,
): Promise<Micros> {
  const cases = await openCases(session, publisher)
  if (cases.length === 0) return micros(0n)
  const ofUnits = [...Map.groupBy(cases, ({ mediumId }) => mediumId)]
  const spans = ofUnits.flatMap(([mediumId, periods]) =>
    unionBefore(periods, end).map((value) => ({ key: mediumId, mediumId, value })),
  )
  const amounts = await amountsOf(session, spans)
  return micros([...amounts.values()].reduce((sum, amount) => sum + amount, 0n))
}
