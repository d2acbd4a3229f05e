import { z } from 'zod'
import { hostileTexts, hostileUrls } from './values.ts'

/** `HOSTILE_VALUES=1000` tries every value; the short form tries a few of each field, chosen by `HOSTILE_SEED`. */
export const hostileSeed = Number(process.env.HOSTILE_SEED ?? 1)
const valuesPerField = Number(process.env.HOSTILE_VALUES ?? 3)
const boundsPerField = Math.ceil(valuesPerField / 3)

/** A seeded generator, so that a failure can be repeated. */
export function seededNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Numbers, days and addresses at and beyond every edge, as JSON text. */
const edges = [
  ...[-1, 0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 63), 0.1, 1e21].map(String),
  ...['0000-01-01', '0001-01-01', '1999-12-31', '2026-02-29', '2100-12-31', '9999-12-31', '-271821-04-20'],
  ...[
    '+275760-09-13',
    '2026-11-16T00:00:00Z',
    '24:00',
    'Etc/GMT+99',
    'a'.repeat(32),
    `${'0'.repeat(32)}.mp4`,
  ],
  ...['constructor', '__proto__', 'toString', '%', '%zz', '%00', '\\u0000', '{"__proto__":{}}', '[[[['],
  ...[
    'https://{device_id}/',
    'https://u:p@a.test/',
    `https://a.test/${'x'.repeat(9_000)}`,
    'http://[::1',
    ...hostileUrls,
  ],
].map((value) => (/^-?[\d.e+]+$/.test(value) ? value : JSON.stringify(value)))

const texts = [...new Set([...edges, ...hostileTexts])]

/** Always tried: only days so far out have neighbours that do not exist. */
const extremeDays = ['0000-01-01', '0001-01-01', '9999-12-31'].map((day) => JSON.stringify(day))

/** Longer values are among the texts. */
const lengthMax = 60_000
const countMax = 300

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  required?: string[]
}

/** A value that the schema accepts, or nearly so. Known values go by the field's name. */
function sampleOf(schema: Schema, name: string, known: Readonly<Record<string, unknown>>): unknown {
  if (name in known) return known[name]
  if (schema.enum) return schema.enum[0]
  if ('const' in schema) return schema.const
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], name, known)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (type === 'boolean') return false
  if (type === 'array') {
    return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}, '', known))
  }
  if (type !== 'object') return '1'
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sampleOf(value, key, known)]),
  )
}

/** Just inside and just outside every bound of the schema, and the same for what is inside an array or an object. */
function boundsOf(schema: Schema, known: Readonly<Record<string, unknown>>): unknown[] {
  if (schema.anyOf) return schema.anyOf.flatMap((option) => boundsOf(option, known))
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, items, properties } = schema
  const around = (bound: number | undefined) => (bound === undefined ? [] : [bound - 1, bound, bound + 1])
  const lengths = [...around(minLength), ...around(maxLength)].filter((length) => length >= 0)
  const counts = [...around(minItems), ...around(maxItems)].filter((count) => count >= 0 && count <= countMax)
  const item = items && sampleOf(items, '', known)
  return [
    ...around(minimum),
    ...around(maximum),
    ...lengths.map((length) => 'x'.repeat(Math.min(length, lengthMax))),
    ...counts.map((length) => Array.from({ length }, () => item)),
    ...(items ? boundsOf(items, known).map((value) => [value]) : []),
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) =>
      boundsOf(inner, known).map((value) => ({ ...(sampleOf(schema, '', known) as object), [name]: value })),
    ),
    ...(schema.enum ? [String(schema.enum[0]).toLowerCase(), `${schema.enum[0]} `, [schema.enum[0]]] : []),
  ]
}

export interface HostileInput {
  field: string
  /** The whole input as JSON text, since some of the values are not what JSON.stringify would write. */
  json: string
}

/** Some with all other fields, some with the required ones only: an optional field can hide or reveal a fault. */
function around(schema: Schema, sample: Record<string, unknown>, field: string, isBare: boolean): string {
  const others = Object.entries(sample).filter(
    ([name]) => name !== field && (!isBare || schema.required?.includes(name)),
  )
  return JSON.stringify(Object.fromEntries(others)).slice(1)
}

/** For every field of the input, a valid input with that field replaced by hostile values. */
export function hostileInputs(
  input: z.ZodType,
  known: Readonly<Record<string, unknown>>,
  random: (below: number) => number,
): HostileInput[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
  const sample = sampleOf(schema, '', known) as Record<string, unknown>
  const written = (field: string, text: string, isBare: boolean): HostileInput => {
    const rest = around(schema, sample, field, isBare)
    return { field, json: `{${JSON.stringify(field)}:${text}${rest === '}' ? '' : ','}${rest}` }
  }
  return Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => {
    const start = random(texts.length)
    const step = 1 + random(7) * 2
    const count = Math.min(valuesPerField, texts.length)
    const chosen = Array.from(
      { length: count },
      (_, index) => texts[(start + index * step) % texts.length] ?? '',
    )
    const days = /Date$/.test(field) ? extremeDays : []
    const bounds = boundsOf(inner, known)
    const firstBound = random(bounds.length)
    const boundsTried = bounds
      .map((_, index) => bounds[(firstBound + index) % bounds.length])
      .slice(0, boundsPerField)
    return [
      ...boundsTried.map((value) => written(field, JSON.stringify(value) ?? 'null', random(2) === 0)),
      ...days.map((text) => written(field, text, true)),
      ...chosen.map((text) => written(field, text, random(2) === 0)),
    ]
  })
}

/** The same input as a query string: what is not text keeps its JSON form. */
export const asQuery = (json: string): string =>
  Object.entries(JSON.parse(json) as Record<string, unknown>)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return `${name}=${encodeURIComponent(text.toWellFormed())}`
    })
    .join('&')
