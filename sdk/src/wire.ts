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

/** A refusal by the server, with its `code`, or NETWORK without a response. */
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

/** One call. Throws only without a usable response; sending it again is safe. */
export async function call(to: Connection, path: string, body?: object): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(to.server + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'X-Api-Key': to.apiKey, ...(body && { 'Content-Type': 'application/json' }) },
      // The request is sent even if the page is closed right after.
      keepalive: true,
      ...(body && { body: JSON.stringify(body) }),
    })
  } catch {
    throw new VoltlineError('NETWORK')
  }
  const answer = (await response.json().catch(() => undefined)) as Answer | undefined
  if (!answer || response.status >= 500) throw new VoltlineError(answer?.error ?? 'NETWORK')
  return answer
}

/** Unlike a report, a request is not retried. */
export async function ask(to: Connection, path: string, body?: object): Promise<Answer> {
  const answer = await call(to, path, body)
  if (answer.error !== 'SUCCESS' && answer.error !== 'ADSERVER_TEST') throw new VoltlineError(answer.error)
  return answer
}
