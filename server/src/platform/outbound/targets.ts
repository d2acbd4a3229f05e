import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { second } from '@voltline/kernel'
import { isPublicAddress } from './public-address.ts'

/** Which addresses a customer's URL may reach. */
export interface Targets {
  /** Every address of a host. Rejects if there is none. */
  resolve(host: string): Promise<readonly string[]>
  /** Of the URL itself. */
  mayReach(address: string): boolean
  /** Of what it redirects to. */
  mayFollow(address: string): boolean
}

const resolver = new Resolver({ timeout: 2 * second, tries: 2 })

const found = async (addresses: Promise<string[]>): Promise<string[]> => addresses.catch(() => [])

/** Asks the name server itself: the system's own look-up occupies one of four threads for as long as it takes. */
async function resolvePublic(host: string): Promise<readonly string[]> {
  const both = await Promise.all([found(resolver.resolve4(host)), found(resolver.resolve6(host))])
  const addresses = both.flat()
  if (addresses.length === 0) throw new Error('the host’s name does not resolve')
  return addresses
}

/** As the system resolves it, with the names of this machine. */
const resolveAny = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address)

export const publicTargets: Targets = {
  resolve: resolvePublic,
  mayReach: isPublicAddress,
  mayFollow: isPublicAddress,
}

/** For development and tests. Redirects must still lead to public addresses. */
export const allTargets: Targets = { resolve: resolveAny, mayReach: () => true, mayFollow: isPublicAddress }

/** A literal address stands for itself. Names of this machine are never looked up elsewhere. */
export async function addressesOf(targets: Targets, url: URL): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
  if (isIP(host) !== 0) return [host]
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1']
  return targets.resolve(host)
}
