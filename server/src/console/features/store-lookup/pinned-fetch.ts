import { lookup } from 'node:dns/promises'
import https from 'node:https'
import { ok, type Result, refuse, second } from '@voltline/kernel'
import { isPublicAddress } from '../../../platform/outbound/public-address.ts'

/** How pages are reached. Tests replace it with a local server. */
export interface Network {
  resolve(host: string): Promise<readonly string[]>
  mayReach(address: string): boolean
  request: typeof https.request
  port: number
}

export const internet: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  mayReach: isPublicAddress,
  request: https.request,
  port: 443,
}

const bytesMax = 4 * 1_048_576
const msMax = 8 * second

export type NotFetched = 'UNREACHABLE'

/**
 * Fetches one page. The name is resolved once and the connection goes to the checked address, so a name that resolves
 * differently later gains nothing. Redirects are not followed and compressed bodies are refused. See decision 0038.
 */
export async function fetchPage(
  network: Network,
  page: { host: string; path: string },
): Promise<Result<string, NotFetched>> {
  const signal = AbortSignal.timeout(msMax)
  try {
    const addresses = await beforeAbort(network.resolve(page.host), signal)
    const [address] = addresses
    if (!address || !addresses.every(network.mayReach)) {
      return refuse('UNREACHABLE', 'the store’s name does not resolve to public addresses')
    }
    return ok(await get(network, { ...page, address }, signal))
  } catch (fault) {
    return refuse('UNREACHABLE', fault instanceof Error ? fault.message : String(fault))
  }
}

/** A lookup cannot be cancelled, but need not be waited for. */
function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the store did not respond in time')), {
      once: true,
    })
    work.then(resolve, reject)
  })
}

function get(
  network: Network,
  page: { host: string; path: string; address: string },
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = network.request(
      {
        host: page.address,
        servername: page.host,
        port: network.port,
        path: page.path,
        agent: false,
        signal,
        headers: {
          host: page.host,
          accept: 'text/html,application/json',
          'accept-encoding': 'identity',
          'accept-language': 'en',
          'user-agent': 'Mozilla/5.0 (compatible; Voltline store lookup)',
        },
      },
      (response) => {
        const fail = (why: string) => {
          request.destroy()
          reject(new Error(why))
        }
        const encoding = response.headers['content-encoding'] ?? 'identity'
        if (response.statusCode !== 200) return fail(`the store returned status ${response.statusCode}`)
        if (encoding !== 'identity') return fail(`the store’s page is encoded as ${encoding}`)
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > bytesMax) fail('the store’s page is too long')
          else chunks.push(chunk)
        })
        response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end()
  })
}
