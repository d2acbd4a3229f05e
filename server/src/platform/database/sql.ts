/** A statement with separate values, so that no value is ever part of the text. `R` is the type of a row of its result. */
export interface Query<R extends object = object> {
  readonly text: string
  readonly values: readonly unknown[]
  /** A named statement is prepared once per connection. */
  readonly name?: string
  /** Never set: it only carries the type. */
  readonly row?: R
}

const isQuery = (value: unknown): value is Query =>
  typeof value === 'object' && value !== null && 'text' in value && 'values' in value

/**
 * Values become parameters; a nested `sql` is inserted as text. The type of a row comes from the type argument, such as
 * `sql<Pick<AdRow, 'ad_id' | 'status'>>`, or from the mapper that the query is passed with. Without either, no column
 * can be read.
 */
export function sql<R extends object = object>(
  strings: TemplateStringsArray,
  ...inputs: readonly unknown[]
): Query<R> {
  let text = ''
  const values: unknown[] = []
  strings.forEach((piece, index) => {
    text += piece
    if (index >= inputs.length) return
    const input = inputs[index]
    if (!isQuery(input)) {
      values.push(input)
      text += `$${values.length}`
      return
    }
    const offset = values.length
    text += input.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + offset}`)
    values.push(...input.values)
  })
  return { text, values }
}

/** SQL text written in the source, such as a list of columns. Never anything a caller sent. */
export const raw = <R extends object = object>(text: string): Query<R> => ({ text, values: [] })

/** The same statement, prepared under a name; for statements that run many times a second. */
export const prepared = <R extends object>(name: string, query: Query<R>): Query<R> => ({ ...query, name })

/** An instant as a timestamptz parameter. */
export const at = (instant: number): Date => new Date(instant)

/** A `like` pattern that matches the text literally, anywhere. */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
