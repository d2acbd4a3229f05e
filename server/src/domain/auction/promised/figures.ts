import type { Instant } from '@voltline/kernel'
import { z } from 'zod'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import { readSetting, saveSetting } from '../../../platform/database/setting.ts'

const key = 'delivery/promised'

/** What delivery has promised, over all its processes: each of them knows the same. */
const PromisedFigures = z.object({
  /** Open offers and unbilled events. */
  promisedMicros: z.number().int(),
  /** The spent share of the limits that keep ads from serving; undefined if none does. */
  utilisation: z.number().optional(),
})
export type PromisedFigures = z.output<typeof PromisedFigures>

/** For the operators' health page. The latest process to write wins. */
export const savePromisedFigures = (tx: Tx, figures: PromisedFigures, now: Instant): Promise<number> =>
  saveSetting(tx, key, figures, now)

/** Undefined before delivery has run. */
export async function readPromisedFigures(session: ReadSession): Promise<PromisedFigures | undefined> {
  const parsed = PromisedFigures.safeParse(await readSetting(session, key))
  return parsed.success ? parsed.data : undefined
}
