import { type Clock, type Instant, minute } from '@voltline/kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OperatorSession } from '../../../domain/account/session/session.ts'
import { audit } from '../../../domain/audit/audit.ts'
import type { Database, ReadSession, Tx } from '../../../platform/database/database.ts'
import { etagOfHash, isNotModified } from '../../../platform/etag.ts'
import { readRange } from '../../../platform/files/byte-range.ts'
import { findAnnounced, findStored, isFileName, type StoredFile } from '../../../platform/files/file.ts'
import type { Files } from '../../../platform/files/open.ts'
import { type NotReceived, Receiver, type ReceiverServices } from '../../../platform/files/receive.ts'
import { isValidReadLink, isValidUploadLink, readLinkQuery } from '../../../platform/files/uploads.ts'
import { openVerified } from '../../../platform/files/verified.ts'
import { findEncoding } from '../../../platform/media/encoding.ts'
import { type Rate, RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { sendReply } from '../send-reply.ts'
import { credentialsOf, type Sessions } from '../session.ts'

export interface UploadServices {
  db: Database
  clock: Clock
  secrets: Secrets
  sessions: Sessions
  files: Files
  rateLimits: boolean
}

type NameRoute = { Params: { name: string } }

const uploadRate: Rate = { count: 240, windowMs: minute }
const statusOf: Readonly<Record<NotReceived, number>> = {
  USED: 403,
  TOO_LARGE: 413,
  BROKEN_OFF: 400,
  BAD_CONTENT: 400,
  BUSY: 429,
}

/** Bytes come in by PUT on issued links and go out by GET; see `platform/files`. */
export function registerUploads(app: FastifyInstance, services: UploadServices): void {
  app.register(async (scope) => {
    // The body is counted and written as it streams, so nothing may read it before.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    registerPut(scope, services)
  })
  app.get<NameRoute>('/files/:name', (request, reply) => sendFile(services, request, reply))
  registerResults(app, services)
}

const refuse = (reply: FastifyReply, status: number, detail: string) =>
  sendReply(reply, {
    httpStatus: status,
    error: status === 403 ? 'NO_PERMISSION' : status === 429 ? 'TRYAGAIN_LATER' : 'UNKNOWN',
    detail,
  })

function registerPut(app: FastifyInstance, services: UploadServices): void {
  const { db, clock, secrets, files } = services
  const receiver = new Receiver({ db, clock, ...files, onStored: auditUpload })
  const limiter = new RateLimiter()

  app.put<NameRoute>('/files/upload/:name', async (request, reply) => {
    if (services.rateLimits && !limiter.take(request.ip, uploadRate, clock.now())) {
      return refuse(reply, 429, 'too many uploads')
    }
    const { name } = request.params
    const link = readLinkQuery(request.query)
    const file = isFileName(name) ? await db.read((session) => findAnnounced(session, name)) : undefined
    if (!file || !link || !isValidUploadLink(secrets, file, link, clock.now())) {
      return refuse(reply, 403, 'the upload link is wrong or has expired')
    }
    if (file.state !== 'ISSUED') return refuse(reply, 403, 'the upload link has been used')
    if (request.headers['content-type']?.toLowerCase() !== file.contentType) {
      return refuse(reply, 403, `the upload link is for ${file.contentType}`)
    }
    if (Number(request.headers['content-length'] ?? 0) > file.bytesMax) {
      return refuse(reply, 413, `at most ${file.bytesMax} bytes`)
    }
    const received = await receiver.receive(file, request.raw)
    if (received.ok) return sendReply(reply, { httpStatus: 200, error: 'SUCCESS' })
    return refuse(reply, statusOf[received.error], received.detail ?? received.error)
  })
}

const auditUpload: ReceiverServices['onStored'] = (tx, file, { bytes }, now) =>
  audit(tx, {
    actor: file.customerId === undefined ? 'SYSTEM' : { customerId: file.customerId },
    action: 'files/upload',
    entity: 'file',
    entityId: file.id,
    became: { name: file.name, type: file.contentType, bytes },
    at: now,
  })

/** Documents of a person or company, as opposed to other private files. */
const isDocument = (file: StoredFile): boolean => file.folder === 'bankbook' || file.folder === 'certificate'

/**
 * A private file is readable by its owner, by operators, and with a signed link that has not expired. Documents do not
 * exist for operators of USERS, and every read by another operator is audited.
 */
async function mayRead(
  services: UploadServices,
  request: FastifyRequest,
  file: StoredFile,
): Promise<boolean> {
  if (!file.isPrivate) return true
  const link = readLinkQuery(request.query)
  if (link && isValidReadLink(services.secrets, file.name, link, services.clock.now())) return true
  const signedIn = await services.sessions.authenticate(credentialsOf(request.headers))
  if (!signedIn.ok) return false
  const { session } = signedIn.value
  if (session.kind === 'CUSTOMER') return session.customerId === file.customerId
  if (!isDocument(file)) return true
  if (session.group !== 'ADMINISTRATORS') return false
  await services.db.transaction((tx) => auditRead(tx, session, file, services.clock.now()))
  return true
}

const auditRead = (tx: Tx, operator: OperatorSession, file: StoredFile, now: Instant) =>
  audit(tx, {
    actor: operator,
    action: 'files/read',
    entity: 'file',
    entityId: file.id,
    became: { name: file.name, customer: file.customerId },
    at: now,
  })

/** The file that a name stands for. An uploaded video itself is never served, only what was encoded from it. */
async function servedFile(session: ReadSession, name: string): Promise<StoredFile | undefined> {
  if (!isFileName(name)) return undefined
  const file = await findStored(session, name)
  if (file?.folder !== 'video') return file
  const encoding = await findEncoding(session, name)
  return encoding?.state === 'COMPLETE' ? findStored(session, encoding.outputName) : undefined
}

async function sendFile(services: UploadServices, request: FastifyRequest<NameRoute>, reply: FastifyReply) {
  const file = await services.db.read((session) => servedFile(session, request.params.name))
  // For everyone else a private file does not exist.
  if (!file || !(await mayRead(services, request, file))) return reply.callNotFound()
  const etag = etagOfHash(file.sha256)
  reply.headers({
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Content-Type': file.contentType,
    // A file opened as a page can neither run nor load anything.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': file.isPrivate ? 'private, no-store' : 'public, max-age=31536000, immutable',
    'Cross-Origin-Resource-Policy': file.isPrivate ? 'same-origin' : 'cross-origin',
    ...dispositionOf(request.query),
  })
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const isFresh = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = isFresh ? readRange(request.headers.range, file.bytes) : undefined
  if (range === 'UNSATISFIABLE') {
    return reply.code(416).header('Content-Range', `bytes */${file.bytes}`).send()
  }
  const bytes = await openVerified(services.files.store, file, range)
  if (!range) return reply.header('Content-Length', file.bytes).send(bytes)
  return reply
    .code(206)
    .headers({
      'Content-Range': `bytes ${range.first}-${range.last}/${file.bytes}`,
      'Content-Length': range.last - range.first + 1,
    })
    .send(bytes)
}

/** `?download=daily-report.png` saves under that name; only plain names, so no header can be written with one. */
function dispositionOf(query: unknown): Record<string, string> {
  const wanted =
    typeof query === 'object' && query !== null && 'download' in query ? query.download : undefined
  if (typeof wanted !== 'string' || !/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/.test(wanted)) return {}
  return { 'Content-Disposition': `attachment; filename="${wanted}"` }
}

/** The result of an encoding; 404 until it has finished. */
function registerResults(app: FastifyInstance, services: UploadServices): void {
  app.get<NameRoute>('/files/jobs/:name', async (request, reply) => {
    const name = /^(.+)\.json$/.exec(request.params.name)?.[1] ?? ''
    const encoding = isFileName(name)
      ? await services.db.read((session) => findEncoding(session, name))
      : undefined
    reply.header('Cache-Control', 'no-store')
    if (!encoding || encoding.state === 'WAITING') return reply.callNotFound()
    return reply.send({
      Result: {
        Job: {
          Status: encoding.state === 'COMPLETE' ? 'Complete' : 'Error',
          Output: { Key: encoding.outputName },
          Poster: encoding.posterName,
        },
      },
    })
  })
}
