import type { ErrorCode } from '@voltline/contract'
import { type Micros, wonText } from '@voltline/kernel'
import type { FastifyReply } from 'fastify'

/** In the language since ES2026, not yet in the compiler's library. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

/** Money is an integer until here and is written digit by digit, so no float rounds it. */
const jsonText = (body: Record<string, unknown>): string =>
  JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'bigint' ? rawJSON(wonText(value as Micros)) : value,
  )

/** Sends a reply of the console API: its fields as JSON, under an HTTP status. */
export const sendReply = (
  reply: FastifyReply,
  { status, ...body }: { status: number; error: ErrorCode } & Record<string, unknown>,
) => reply.code(status).type('application/json; charset=utf-8').send(jsonText(body))
