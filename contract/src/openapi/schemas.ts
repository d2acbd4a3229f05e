import { z } from 'zod'

export type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Applies `change` to every schema within a schema, innermost first. */
function mapSchema(schema: unknown, change: (schema: Json) => Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => mapSchema(item, change))
  if (!isObject(schema)) return schema
  return change(
    Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, mapSchema(value, change)])),
  )
}

const withoutDialect = ({ $schema: _, ...schema }: Json): Json => schema

/** What travels: before the server reads it, or after it has written it. */
export const schemaOf = (schema: z.ZodType): Json =>
  withoutDialect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json)

/** An answer has no fields but these. */
const closed = (schema: Json): Json =>
  isObject(schema.properties) && schema.type === 'object'
    ? { ...schema, additionalProperties: false }
    : schema

export const answerSchemaOf = (schema: z.ZodType): Json => mapSchema(schemaOf(schema), closed) as Json

/** An object with these fields and no others. */
export const objectOf = (properties: Json, required: readonly string[]): Json => ({
  type: 'object',
  properties,
  required: [...required],
  additionalProperties: false,
})

export const enumOf = (values: readonly string[]): Json => ({ type: 'string', enum: [...new Set(values)] })

export const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } })

/** The fields of a query string. What the schema leaves open is text. */
export function queryParameters(schema: z.ZodType): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: Object.keys(property).length > 0 ? property : { type: 'string' },
  }))
}
