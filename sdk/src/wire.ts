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
  /** Addresses of the images or of the video. */
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
  /** Where a click goes; the server records it on the way. */
  clickURL: string
  reward?: { name: string; count: number }
  /** Seconds within which the ad must be shown. */
  expiresIn: number
}

export type Action = 'IMPRESSION' | 'WATCH' | 'CLICK'

export interface Answer {
  /** SUCCESS, or a code such as AD_NOTFOUND. */
  error: string
  [field: string]: unknown
}

/** The server, or the network, said no. `code` is the server's word; NETWORK when nothing answered. */
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

/** One call. Throws only when no answer came that says anything: sending it again does no harm. */
export async function call(to: Connection, path: string, body?: object): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(to.server + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'X-Api-Key': to.apiKey, ...(body && { 'Content-Type': 'application/json' }) },
      // An answer is not needed for the request to arrive: the page may be closed right after.
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

/** Unlike a report, a question is not asked again by itself. */
export async function ask(to: Connection, path: string, body?: object): Promise<Answer> {
  const answer = await call(to, path, body)
  if (answer.error !== 'SUCCESS' && answer.error !== 'ADSERVER_TEST') throw new VoltlineError(answer.error)
  return answer
}
