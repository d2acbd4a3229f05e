import type { ErrorCode } from '@voltline/contract'
import { type Micros, wonText } from '@voltline/kernel'
import type { FastifyReply } from 'fastify'
import { type Download, sendDownload } from './download.ts'

/** In the language since ES2026, not yet in the compiler's library. */
const { rawJSON, parse } = JSON as unknown as {
  rawJSON(text: string): unknown
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
}

type Fields = { error: ErrorCode } & Record<string, unknown>
/** A reply of the console API: its fields, and the HTTP status that they are sent with. */
export type Answer = { httpStatus: number; download?: Download } & Fields

/** Money is an integer until here and is written digit by digit, so no float rounds it. */
export const jsonText = (body: Record<string, unknown>): string =>
  JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'bigint' ? rawJSON(wonText(value as Micros)) : value,
  )

/** Reads what `jsonText` wrote; numbers keep their digits. */
export const parseJson = (text: string): Fields =>
  parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined ? rawJSON(source) : value,
  ) as Fields

/** Sends a reply as JSON, under its HTTP status, or the file in its place. */
export const sendReply = (reply: FastifyReply, { httpStatus, download, ...body }: Answer) =>
  download
    ? sendDownload(reply, download)
    : reply.code(httpStatus).type('application/json; charset=utf-8').send(jsonText(body))
