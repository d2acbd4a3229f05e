/** A statement with its values apart, so that no value is ever part of the text. */
export interface Query {
  readonly text: string
  readonly values: readonly unknown[]
  /** Statements with a name are prepared once per connection. */
  readonly name?: string
}

const isQuery = (value: unknown): value is Query =>
  typeof value === 'object' && value !== null && 'text' in value && 'values' in value

/** Values become parameters; a nested `sql` is written in place. */
export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): Query {
  let text = ''
  const values: unknown[] = []
  strings.forEach((piece, index) => {
    text += piece
    if (index >= parts.length) return
    const part = parts[index]
    if (!isQuery(part)) {
      values.push(part)
      text += `$${values.length}`
      return
    }
    const offset = values.length
    text += part.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + offset}`)
    values.push(...part.values)
  })
  return { text, values }
}

/** A part of a statement that is written here, such as a list of columns. Never what a caller sent. */
export const raw = (text: string): Query => ({ text, values: [] })

/** The same statement, prepared under a name; for statements that run many times a second. */
export const prepared = (name: string, query: Query): Query => ({ ...query, name })

/** An instant as a timestamptz parameter. */
export const at = (instant: number): Date => new Date(instant)

/** `like` with the pattern characters of the searched text taken literally. */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
