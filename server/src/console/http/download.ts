import type { Call, FileCall } from '@voltline/contract'
import type { FastifyReply } from 'fastify'

/** A file that a call returns in place of JSON. The call names its type in the contract. */
export class Download {
  /** ASCII letters, digits, dots and hyphens. */
  readonly name: string
  readonly type: string
  readonly bytes: Buffer

  constructor(name: string, type: string, bytes: Buffer) {
    this.name = name
    this.type = type
    this.bytes = bytes
  }
}

/** What a handler may return beside its output. */
export type DownloadOf<C extends Call> = C extends FileCall ? Download : never

const charsetOf = (type: string): string => (type.startsWith('text/') ? '; charset=utf-8' : '')

export const sendDownload = (reply: FastifyReply, { name, type, bytes }: Download) =>
  reply
    .code(200)
    .type(`${type}${charsetOf(type)}`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(bytes)
