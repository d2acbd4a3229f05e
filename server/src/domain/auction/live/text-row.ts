import {
  assert,
  type Instant,
  instant,
  type Micros,
  type MicrosNumber,
  second,
  type Won,
} from '@voltline/kernel'

/**
 * Reads the columns of a row as one text. The driver's work per column was half the cost of loading 100,000 ads; one
 * text, split here, avoids it. `ad-plain.ts` is the reference implementation; a test keeps both equal.
 */
export interface TextColumn<T> {
  /** The column as text without a space or a comma between its parts. */
  sql: (column: string) => string
  decode: (text: string) => T
}

/** Micros and counts become numbers in delivery's memory: bigint arithmetic is too slow there. */
export type InMemory<T> = T extends Micros
  ? MicrosNumber
  : T extends bigint
    ? number
    : T extends (infer Item)[]
      ? readonly Item[]
      : T

/** A column of `Row` can only be decoded to its own type, so won cannot be read as micros. */
export type TextColumns<Row> = { readonly [C in keyof Row]?: TextColumn<InMemory<Row[C]>> }

type Readers<Columns> = {
  readonly [C in keyof Columns]: Columns[C] extends TextColumn<infer T>
    ? (cells: readonly string[]) => T
    : never
}

export interface TextRow<Columns> {
  /** The SQL expression that makes the text. */
  text: string
  split: (text: string) => readonly string[]
  /** One reader per column; the position in the text comes from the declaration. */
  read: Readers<Columns>
}

/** The column list and the decoder of a text come from this one declaration. `alias` names the table in the query. */
export function textRow<Columns extends Readonly<Record<string, TextColumn<unknown>>>>(
  alias: string,
  columns: Columns,
): TextRow<Columns> {
  const entries = Object.entries(columns)
  const expressions = entries.map(([name, column]) => column.sql(`${alias}.${name}`))
  const readers = entries.map(([name, { decode }], index) => [
    name,
    (cells: readonly string[]) => decode(cells[index] ?? ''),
  ])
  return {
    text: `concat_ws(' ', ${expressions.join(', ')})`,
    split(text) {
      const cells = text.split(' ')
      assert(cells.length === entries.length, 'a row has as many cells as columns')
      return cells
    },
    read: Object.fromEntries(readers) as Readers<Columns>,
  }
}

const itself = (column: string): string => column

function toInteger(text: string): number {
  const value = Number(text)
  assert(text !== '' && Number.isInteger(value), 'an integer column holds an integer')
  return value
}

/** Only cash can exceed the largest safe integer, and is then above every limit anyway. */
const toSafeInteger = (text: string): number => Math.min(toInteger(text), Number.MAX_SAFE_INTEGER)

export const idColumn = <Id extends number>(): TextColumn<Id> => ({
  sql: itself,
  decode: (text) => toInteger(text) as Id,
})

export const microsColumn: TextColumn<MicrosNumber> = {
  sql: itself,
  decode: (text) => toSafeInteger(text) as MicrosNumber,
}

export const wonColumn: TextColumn<Won> = { sql: itself, decode: (text) => toInteger(text) as Won }

export const countColumn: TextColumn<number> = { sql: itself, decode: toSafeInteger }

export const booleanColumn: TextColumn<boolean> = {
  sql: itself,
  decode(text) {
    assert(text === 't' || text === 'f', 'a boolean column holds t or f')
    return text === 't'
  },
}

/** Returns the listed string itself, so that rows share it. */
export function enumColumn<Value extends string>(values: readonly Value[]): TextColumn<Value> {
  const known = new Map<string, Value>(values.map((value) => [value, value]))
  return {
    sql: itself,
    decode(text) {
      const value = known.get(text)
      assert(value !== undefined, 'an enumeration holds one of its values')
      return value
    },
  }
}

const sharedMax = 10_000

/** Decodes each distinct text once; most rows share their countries, week or day with many others. */
function sharing<T>(decode: (text: string) => T): (text: string) => T {
  const decoded = new Map<string, T>()
  return (text) => {
    const known = decoded.get(text)
    if (known !== undefined) return known
    if (decoded.size >= sharedMax) decoded.clear()
    const value = decode(text)
    decoded.set(text, value)
    return value
  }
}

const joined = (column: string): string => `array_to_string(${column}, ',')`

const listColumn = <Item>(decode: (text: string) => Item): TextColumn<readonly Item[]> => ({
  sql: joined,
  decode: sharing((text) => (text === '' ? [] : text.split(',').map(decode))),
})

export const integersColumn = listColumn(toInteger)
export const textsColumn = listColumn(itself)

export const instantColumn: TextColumn<Instant> = {
  sql: (column) => `extract(epoch from ${column})`,
  decode: sharing((seconds) => instant(Math.round(Number(seconds) * second))),
}
