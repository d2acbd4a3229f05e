import type { z } from 'zod'
import type { RefusalCode } from './errors.ts'

/**
 * Who may make a call. PUBLIC needs no session. CUSTOMER is either type. OPERATOR is any group,
 * ADMINISTRATORS the group that may write.
 */
export type Who = 'PUBLIC' | 'ADVERTISER' | 'PUBLISHER' | 'CUSTOMER' | 'OPERATOR' | 'ADMINISTRATORS'

export interface CallShape {
  who: Who
  /** What the call does, in one sentence, for the reader of the API page. */
  about: string
  input: z.ZodType
  output: z.ZodObject
  refuses: readonly RefusalCode[]
  /** The body is multipart/form-data; of the files in `uploadFiles` only name and type are read. */
  multipart?: true
  /** The field with a new password: the server also refuses common ones, like one that breaks the rules. */
  newPassword?: string
  /**
   * The call accepts an Idempotency-Key, and its handler runs in one transaction with it: for every call that moves
   * money.
   */
  movesMoney?: true
  /** Media types of files that the call may return in place of JSON. */
  files?: readonly string[]
}

export interface Call<S extends CallShape = CallShape> {
  method: 'GET' | 'POST'
  /** Below `api/v1/`, without a leading slash. */
  path: string
  who: S['who']
  about: string
  input: S['input']
  output: S['output']
  refuses: S['refuses']
  multipart?: true
  newPassword?: string
  movesMoney?: true
  files?: readonly string[]
}

/** A call that moves money; the compiler knows it by its type. */
export interface MoneyCall {
  movesMoney: true
}

/** A call that may return a file; the compiler knows it by its type. */
export interface FileCall {
  files: readonly string[]
}

type Marks<S> = (S extends MoneyCall ? MoneyCall : unknown) & (S extends FileCall ? FileCall : unknown)

/** One value per call. Server validation, browser client, API page and the test of callers all come from it. */
export function call<const S extends CallShape>(
  method: 'GET' | 'POST',
  path: string,
  shape: S,
): Call<S> & Marks<S> {
  return { method, path, ...shape } as Call<S> & Marks<S>
}

/** What the caller sends. */
export type Sent<C extends Call> = z.input<C['input']>
/** What the server reads after validation. */
export type Input<C extends Call> = z.output<C['input']>
/** What a handler returns: money as Micros. */
export type Output<C extends Call> = z.output<C['output']>
/** What arrives at the client: money as a JSON number. */
export type Received<C extends Call> = z.input<C['output']>
/** The codes a call can refuse with. */
export type Refusal<C extends Call> = C['refuses'][number]

/** The end of `detail` when a new password is refused because everybody uses it. */
export const commonPasswordDetail = 'is one of the most common passwords'

export const apiPrefix = '/api/v1/'
