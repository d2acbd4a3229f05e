import pg from 'pg'
import type { Query } from './sql.ts'

const { types } = pg
const int8Array = 1016
const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, BigInt],
  [int8Array, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt))],
  [types.builtins.DATE, (text) => text],
  // The session's zone is UTC, so every value ends in +00.
  [types.builtins.TIMESTAMPTZ, (text) => Date.parse(`${text.replace(' ', 'T').replace(/\+00$/, '')}Z`)],
])

/** What a column's value is in TypeScript: bigint → bigint, timestamptz → epoch ms, date → YYYY-MM-DD. */
export const typeParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

/** An element of an array literal; undefined for a value that the driver must write. */
function elementText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'string':
      return `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`
    default:
      if (value === null || value === undefined) return 'NULL'
      return value instanceof Date ? value.toISOString() : undefined
  }
}

/** Arrays of thousands of values are written as text here: the driver takes several times as long. */
function toParameter(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const elements = value.map(elementText)
  return elements.includes(undefined) ? value : `{${elements.join(',')}}`
}

/** A query as the driver takes it. */
export const toDriver = (query: Query<object>) => ({
  text: query.text,
  values: query.values.map(toParameter),
  ...(query.name === undefined ? {} : { name: query.name }),
})
