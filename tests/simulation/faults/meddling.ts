import type { Answer, Meddler, Statement } from '../world/fragile-database.ts'
import type { Plant } from '../world/world.ts'

type Run = (statement: Statement) => Promise<Answer>

/** Changes the statements that contain a text and passes the others on. */
export const at = (text: string, meddle: (statement: Statement, run: Run) => Promise<Answer>): Meddler => ({
  statement: (statement, run) => (statement.text.includes(text) ? meddle(statement, run) : run(statement)),
})

/** Without its name, so that a changed statement does not reuse the prepared one. */
const rewritten = (statement: Statement, from: string, to: string): Statement => {
  if (!statement.text.includes(from)) throw new Error(`The planted fault no longer fits: ${from}`)
  return { text: statement.text.replaceAll(from, to), values: statement.values }
}

export const plain = (statement: Statement): Statement => ({ text: statement.text, values: statement.values })
export const changedRows = (
  answer: Answer,
  change: (row: Record<string, unknown>) => Record<string, unknown>,
): Answer => ({
  ...answer,
  rows: answer.rows.map((row: Record<string, unknown>) => change({ ...row })),
})

export const swallow = (text: string): Plant => ({
  meddler: () => at(text, async () => ({ rows: [], rowCount: 0 })),
})

export const rewrite = (text: string, from: string, to: string): Plant => ({
  meddler: () => at(text, (statement, run) => run(rewritten(statement, from, to))),
})

/** An array parameter, as the program writes it. */
const elementsOf = (literal: unknown): unknown[] => JSON.parse(`[${String(literal).slice(1, -1)}]`)
const literalOf = (elements: readonly unknown[]): string =>
  `{${elements.map((element) => JSON.stringify(element)).join(',')}}`

/** Changes one parameter of the statements that contain a text. */
export const changeValue =
  (text: string, place: number, change: (elements: unknown[]) => unknown[]): (() => Meddler) =>
  () =>
    at(text, (statement, run) => {
      const values = [...statement.values]
      values[place] = literalOf(change(elementsOf(values[place])))
      return run({ text: statement.text, values })
    })
