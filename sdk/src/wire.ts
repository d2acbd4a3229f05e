import { limited, twice } from './renderer/limits.ts'
import { sdkVersion } from './version.ts'

/** The store that the app comes from. */
export type Platform = 'AOS' | 'IOS'

export interface Reward {
  name: string
  count: number
  /** Proof for your own server: a JWS (ES256) that the keys at /sdk/v1/keys verify. None for a test ad. */
  receipt?: string
}

export interface Ad {
  token: string
  proID: number
  product: 'BANNER' | 'INTERSTITIAL' | 'VIDEO'
  billingType: string
  /** URLs of the images or of the video. */
  materials: string[]
  name: string
  appInfo?: {
    Title: string
    Genres: string[]
    Free: boolean
    StoreURL: string
    Score?: number | null
    Installs?: string
  }
  /** How long the ad must be in view before it counts. */
  minVisibleMs?: number
  /** The length of the video. */
  videoMs?: number
  /** The target of a click; the server records the click and redirects. */
  clickURL: string
  reward?: { name: string; count: number }
  /** The ad must be shown within this many seconds. */
  expiresIn: number
}

export type Action = 'IMPRESSION' | 'WATCH' | 'CLICK'

export interface Answer {
  /** SUCCESS, or a code such as AD_NOTFOUND. */
  error: string
  [field: string]: unknown
}

/** A refusal by the server, with its `code`; NETWORK without a response, MATERIAL if the ad could not be loaded. */
export class VoltlineError extends Error {
  readonly code: string
  constructor(code: string) {
    super(`Voltline: ${code}`)
    this.name = 'VoltlineError'
    this.code = code
  }
}

export interface Connection {
  server: string
  apiKey: string
}

const callMsMax = 10_000

async function answerTo(to: Connection, path: string, body: object | undefined, signal: AbortSignal) {
  const response = await fetch(to.server + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'X-Api-Key': to.apiKey,
      'X-Voltline-Sdk': `javascript/${sdkVersion}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    // The request is sent even if the page is closed right after.
    keepalive: true,
    signal,
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Answer
  if (response.status >= 500) throw new VoltlineError(answer.error ?? 'NETWORK')
  return answer
}

/** One call. Throws only without a usable response; sending it again is safe. */
export async function call(to: Connection, path: string, body?: object): Promise<Answer> {
  const control = new AbortController()
  try {
    return await limited(answerTo(to, path, body, control.signal), callMsMax)
  } catch (fault) {
    control.abort()
    throw fault instanceof VoltlineError ? fault : new VoltlineError('NETWORK')
  }
}

function accepted(answer: Answer): Answer {
  if (answer.error !== 'SUCCESS' && answer.error !== 'ADSERVER_TEST') throw new VoltlineError(answer.error)
  return answer
}

/** Rejects with the code of a refusal. */
export const ask = async (to: Connection, path: string, body?: object): Promise<Answer> =>
  accepted(await call(to, path, body))

/** The same, with one retry if there was no usable response. */
export const load = async (to: Connection, path: string, body?: object): Promise<Answer> =>
  accepted(await twice(() => call(to, path, body)))
