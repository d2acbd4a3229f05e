import {
  apiPrefix,
  type Call,
  calls,
  commonPasswordDetail,
  type ErrorCode,
  httpStatusOf,
  type Input,
  type MoneyCall,
  type Output,
  type Refusal,
} from '@voltline/contract'
import { assert, type Clock, minute, type Result, refuse } from '@voltline/kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AnySession, CustomerSession, OperatorSession } from '../../domain/account/session/session.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { isCommonPassword } from '../../platform/passwords/common-passwords.ts'
import { type AdmittedPasswords, admitPasswords } from '../../platform/passwords/passwords.ts'
import { type Rate, RateLimiter } from '../../platform/rate-limit/rate-limiter.ts'
import { SharedRateLimiter } from '../../platform/rate-limit/shared-rate-limiter.ts'
import { KeyedSemaphore, type SemaphoreLimits } from '../../platform/sync/semaphore.ts'
import { answerOnce } from './answer-once.ts'
import { Download, type DownloadOf } from './download.ts'
import { type DeclaredFileEntry, readMultipart } from './request/multipart.ts'
import { networkOf } from './request/network.ts'
import { type Answer, sendReply } from './send-reply.ts'
import { credentialsOf, type Sessions } from './session.ts'

type SessionOf<C extends Call> = C['who'] extends 'PUBLIC'
  ? undefined
  : C['who'] extends 'OPERATOR' | 'ADMINISTRATORS'
    ? OperatorSession
    : CustomerSession

export interface CallRequest<C extends Call> {
  input: Input<C>
  session: SessionOf<C>
  /** For a call that moves money: the transaction that it runs in, together with its Idempotency-Key. */
  tx: C extends MoneyCall ? Tx : undefined
  /** The caller's IP address, as the trusted proxies report it. */
  address: string
  cookies: Readonly<Record<string, string | undefined>>
  setCookie(name: string, value: string, options: { maxAgeMs: number }): void
  userAgent: string
  /** The browser's Accept-Language header. */
  acceptLanguage: string
}

/** A handler returns only the codes that its call declares; session and role are checked before it runs. */
export type Handler<C extends Call> = (
  request: CallRequest<C>,
) => Promise<Result<Output<C> | DownloadOf<C>, Refusal<C>>>
type PasswordHandler<C extends Call> = (
  request: CallRequest<C> & { passwords: AdmittedPasswords },
) => Promise<Result<Output<C> | DownloadOf<C>, Refusal<C> | 'TRYAGAIN_LATER'>>

export interface CallOptions {
  /** Per network. */
  rate?: Rate
  /** Counts the calls of all processes together, at the cost of a statement; otherwise each process counts its own. */
  isRateShared?: true
}
export interface PasswordOptions extends CallOptions {
  /** How many password hashes the call computes at most. Only then is it given `passwords`. */
  hashes: number
}
export interface Handle {
  <C extends Call>(call: C, handler: PasswordHandler<C>, options: PasswordOptions): void
  <C extends Call>(call: C, handler: Handler<C>, options?: CallOptions): void
}

export interface HandleServices {
  app: FastifyInstance
  db: Database
  sessions: Sessions
  clock: Clock
  log: Log
  rateLimits: boolean
  secureCookies: boolean
}

/** For calls without a rate of their own. */
const publicRate: Rate = { count: 120, windowMs: minute }
const personalRate: Rate = { count: 1_200, windowMs: minute }
/** Per access token: more than any screen sends at once, few enough to leave connections for everyone else. */
const tokenLimits: SemaphoreLimits = { runningMax: 8, waitingMax: 2_000, waitMsMax: 20_000 }
const busy: Refused = { httpStatus: 429, error: 'TRYAGAIN_LATER' }

type Refused = { httpStatus: number; error: ErrorCode; detail?: string }

/** A wrong role or kind of token is a 403. The contract's table of statuses has the rest. */
function roleRefusal(call: Call, session: CustomerSession | OperatorSession): Refused | undefined {
  const forbidden: Refused = { httpStatus: 403, error: 'NO_PERMISSION' }
  switch (call.who) {
    case 'PUBLIC':
      return undefined
    case 'CUSTOMER':
      return session.kind === 'CUSTOMER' ? undefined : forbidden
    case 'ADVERTISER':
    case 'PUBLISHER':
      return session.kind === 'CUSTOMER' && session.type === call.who ? undefined : forbidden
    case 'OPERATOR':
      return session.kind === 'OPERATOR' ? undefined : forbidden
    case 'ADMINISTRATORS':
      return session.kind === 'OPERATOR' && session.group === 'ADMINISTRATORS' ? undefined : forbidden
  }
}

/** A code that the schema names is a normal reply; every other schema error is a 400. */
function inputRefusal(error: z.ZodError): Refused {
  for (const issue of error.issues) {
    const code = issue.code === 'custom' ? issue.params?.code : undefined
    if (typeof code === 'string') return { httpStatus: 200, error: code as ErrorCode }
  }
  const detail = error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`)
    .join('; ')
  return { httpStatus: 400, error: 'UNKNOWN', detail }
}

function commonPasswordRefusal({ newPassword: field }: Call, input: unknown): Refused | undefined {
  if (field === undefined) return undefined
  const password: unknown = Reflect.get(Object(input), field)
  assert(typeof password === 'string', `${field} is a password`)
  if (!isCommonPassword(password)) return undefined
  return { httpStatus: 400, error: 'UNKNOWN', detail: `${field}: ${commonPasswordDetail}` }
}

/** A public call has no session, so its session codes are normal replies: a 401 would redirect the visitor to sign-in. */
function statusOf(call: Call, error: ErrorCode): number {
  const status = httpStatusOf[error] ?? 200
  return call.who === 'PUBLIC' && status === 401 ? 200 : status
}

async function readInput(call: Call, request: FastifyRequest): Promise<unknown> {
  if (call.method === 'GET') return request.query ?? {}
  if (!call.multipart) return request.body ?? {}
  const form = await readMultipart(request)
  return { ...form.fields, uploadFiles: form.files satisfies DeclaredFileEntry[] }
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** Checks the input and runs the handler. */
async function answer<C extends Call>(
  services: HandleServices,
  { call, handler, body }: { call: C; handler: Handler<C>; body: unknown },
  { request, reply, session, tx }: Exchange & { session: AnySession | undefined; tx: Tx | undefined },
): Promise<Answer> {
  const parsed = call.input.safeParse(body)
  if (!parsed.success) return inputRefusal(parsed.error)
  const common = commonPasswordRefusal(call, parsed.data)
  if (common) return common
  const result = await handler({
    input: parsed.data as Input<C>,
    session: session as SessionOf<C>,
    tx: tx as CallRequest<C>['tx'],
    address: request.ip,
    cookies: request.cookies,
    setCookie: (name, value, options) => {
      reply.setCookie(name, value, {
        path: '/api/v1/',
        httpOnly: true,
        sameSite: 'strict',
        secure: services.secureCookies,
        maxAge: Math.floor(options.maxAgeMs / 1_000),
      })
    },
    userAgent: request.headers['user-agent'] ?? '',
    acceptLanguage: request.headers['accept-language'] ?? '',
  })
  if (result.ok) {
    const value: Output<C> | Download = result.value
    const fields = value instanceof Download ? { download: value } : value
    return { httpStatus: 200, error: 'SUCCESS', ...fields }
  }
  const detail = result.detail === undefined ? {} : { detail: result.detail }
  return { httpStatus: statusOf(call, result.error), error: result.error, ...detail }
}

/** Checks session and role, runs the call and sends its answer. */
async function respond<C extends Call>(
  services: HandleServices,
  call: C,
  handler: Handler<C>,
  { request, reply }: Exchange,
) {
  const run = { call, handler, body: undefined as unknown }
  if (call.who === 'PUBLIC') {
    run.body = await readInput(call, request)
    return sendReply(
      reply,
      await answer(services, run, { request, reply, session: undefined, tx: undefined }),
    )
  }
  const signedIn = await services.sessions.authenticate(credentialsOf(request.headers))
  if (!signedIn.ok) return sendReply(reply, { httpStatus: 401, error: signedIn.error })
  const { session, newToken } = signedIn.value
  const refused = roleRefusal(call, session)
  if (refused) return sendReply(reply, refused)
  run.body = await readInput(call, request)
  const answerIn = (tx: Tx | undefined) => answer(services, run, { request, reply, session, tx })
  const key = request.headers['idempotency-key']
  const answered = call.movesMoney
    ? await answerOnce(services, { call, session, key, body: run.body }, answerIn)
    : await answerIn(undefined)
  return sendReply(reply, newToken ? { ...answered, newToken } : answered)
}

/** Turns callers away at once while password hashing is busy, before they cost a query. */
const admitted =
  <C extends Call>(handler: PasswordHandler<C>, hashes: number): Handler<C> =>
  async (request) => {
    const passwords = admitPasswords(hashes)
    if (!passwords) return refuse('TRYAGAIN_LATER')
    try {
      return await handler({ ...request, passwords })
    } finally {
      passwords.release()
    }
  }

export function makeHandle(services: HandleServices): Handle {
  const limiter = new RateLimiter()
  const sharedLimiter = new SharedRateLimiter(services.db)
  const permits = new KeyedSemaphore(tokenLimits)

  async function mayCall(call: Call, address: string, options: CallOptions | undefined): Promise<boolean> {
    if (!services.rateLimits) return true
    const rate = options?.rate ?? (call.who === 'PUBLIC' ? publicRate : personalRate)
    const now = services.clock.now()
    const network = networkOf(address)
    return options?.isRateShared
      ? sharedLimiter.take([call.path, network], rate, now)
      : limiter.take(`${call.path} ${network}`, rate, now)
  }

  async function serve<C extends Call>(call: C, handler: Handler<C>, exchange: Exchange) {
    const { request, reply } = exchange
    const { accessToken } = credentialsOf(request.headers)
    if (call.who === 'PUBLIC' || !accessToken) return respond(services, call, handler, exchange)
    const release = await permits.acquire(accessToken)
    if (!release) return sendReply(reply, { ...busy })
    try {
      return await respond(services, call, handler, exchange)
    } finally {
      release()
    }
  }

  return <C extends Call>(call: C, handler: PasswordHandler<C>, options?: CallOptions | PasswordOptions) => {
    assert(calls.includes(call), `${call.path} is in the contract’s list of calls`)
    const run = options && 'hashes' in options ? admitted(handler, options.hashes) : (handler as Handler<C>)
    for (const url of pathsOf(call)) {
      services.app.route({
        method: call.method,
        url,
        handler: async (request, reply) =>
          (await mayCall(call, request.ip, options))
            ? serve(call, run, { request, reply })
            : sendReply(reply, { ...busy }),
      })
    }
  }
}

/** A path that ends in a slash is also served without it, and a list also as `list`. */
function pathsOf(call: Call): string[] {
  const path = `${apiPrefix}${call.path}`
  if (!path.endsWith('/')) return [path]
  const bare = [path, path.slice(0, -1)]
  return call.method === 'GET' ? [...bare, `${path}list`] : bare
}
